import { expect, test } from 'vitest';
import { combineSignals } from './combineSignals.ts';

test.each(['first', 'second'] as const)('aborts with the %s signal and its reason', (which) => {
  const given = { first: new AbortController(), second: new AbortController() };
  const signal = combineSignals(given.first.signal, given.second.signal);
  expect(signal.aborted).toBe(false);
  given[which].abort('left');
  expect(signal).toMatchObject({ aborted: true, reason: 'left' });
});

test('is aborted if one of them was aborted before', () => {
  expect(combineSignals(new AbortController().signal, AbortSignal.abort('left'))).toMatchObject({
    aborted: true,
    reason: 'left',
  });
});
