import { expect, test } from 'vitest';
import { parseChangeTime } from './parseChangeTime.ts';

const NOW = Date.parse('2026-11-25T22:00:00.000Z');

test('accepts a time to the minute, in UTC, within the next thirty days, and says what is wrong with any other', () => {
  expect(parseChangeTime(' 2026-12-01 06:00 ', NOW)).toEqual({ iso: '2026-12-01T06:00:00.000Z' });
  expect(parseChangeTime('2026-12-01T06:00', NOW)).toEqual({ iso: '2026-12-01T06:00:00.000Z' });
  expect(parseChangeTime('2026-12-25 22:00', NOW)).toEqual({ iso: '2026-12-25T22:00:00.000Z' });
  for (const [text, fault] of [
    ['', 'UTC'],
    ['1 Dec', 'UTC'],
    ['2026-11-31 06:00', 'UTC'],
    ['2026-12-01 24:00', 'UTC'],
    ['2026-11-25 22:00', 'in the past'],
    ['2026-12-25 22:01', '30 days'],
  ] as const)
    expect(parseChangeTime(text, NOW), text).toEqual({ fault: expect.stringContaining(fault) });
});
