import { expect, test } from 'vitest';
import { computeNextPause } from './watchConnection.ts';

test('doubles the pause between polls, up to half a minute', () => {
  const pauses = [1000];
  for (let attempt = 0; attempt < 7; attempt += 1) pauses.push(computeNextPause(pauses.at(-1) ?? 0, 0));
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

test('resets the pause only if the last poll was planned at least a minute ago', () => {
  expect(computeNextPause(30_000, 59_000)).toBe(30_000);
  expect(computeNextPause(30_000, 60_000)).toBe(1000);
});
