import { expect, test } from 'vitest';
import { createEcbRates } from './ecb/ecb.ts';
import { createOpenExchangeRates } from './openExchangeRates/openExchangeRates.ts';

const ecb = createEcbRates({ fileUrl: 'http://127.0.0.1:9' });
const live = createOpenExchangeRates({ appId: 'any', apiUrl: 'http://127.0.0.1:9', base: 'USD' });

test.each([
  ['of the day', '2026-11-18', '2026-11-18T15:30:00Z', true],
  ['of the day before, in the morning', '2026-11-17', '2026-11-18T07:00:00Z', true],
  ['of two days before, while the next one may be late', '2026-11-17', '2026-11-19T07:59:00Z', true],
  ['of two days before, when the next one is due', '2026-11-17', '2026-11-19T08:01:00Z', false],
  ['of Friday, on Sunday', '2026-11-20', '2026-11-22T23:00:00Z', true],
  ['of Friday, on Tuesday at seven', '2026-11-20', '2026-11-24T07:00:00Z', true],
  ['of Friday, on Tuesday at nine', '2026-11-20', '2026-11-24T09:00:00Z', false],
  ['of Thursday, over Easter', '2026-04-02', '2026-04-08T07:00:00Z', true],
  ['of Thursday, after Easter', '2026-04-02', '2026-04-08T09:00:00Z', false],
  ['of the day before Christmas, on Sunday', '2026-12-24', '2026-12-27T12:00:00Z', true],
  ['of a future day', '2026-11-19', '2026-11-18T23:00:00Z', false],
])('isCurrent of a daily file %s (%s, at %s) is %s', (_when, day, at, expected) => {
  expect(ecb.isCurrent(new Date(`${day}T14:00:00Z`), new Date(at))).toBe(expected);
});

test.each([
  ['of an hour ago', 60, true],
  ['of seventy minutes ago', 70, true],
  ['of an earlier time', 71, false],
  ['of a clock slightly ahead', -10, true],
  ['of a future time', -11, false],
])('isCurrent of a live rate %s (age: %i minutes) is %s', (_what, ageMinutes, expected) => {
  const at = new Date('2026-11-20T12:00:00Z');
  expect(live.isCurrent(new Date(at.getTime() - ageMinutes * 60_000), at)).toBe(expected);
});
