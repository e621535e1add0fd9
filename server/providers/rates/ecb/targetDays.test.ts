import { expect, test } from 'vitest';
import { findLastTargetDay, isTargetDay } from './targetDays.ts';

/** Closing days of TARGET except weekends, as the European Central Bank published them. */
const CLOSED = [
  '2024-01-01 2024-03-29 2024-04-01 2024-05-01 2024-12-25 2024-12-26',
  '2025-01-01 2025-04-18 2025-04-21 2025-05-01 2025-12-25 2025-12-26',
  '2026-01-01 2026-04-03 2026-04-06 2026-05-01 2026-12-25',
  '2027-01-01 2027-03-26 2027-03-29',
].flatMap((year) => year.split(' '));

test('isTargetDay is false only on weekends and on the published closing days', () => {
  const closed: string[] = [];
  for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2027, 3, 1); at += 86_400_000) {
    const day = new Date(at);
    const isWeekday = day.getUTCDay() % 6 !== 0;
    if (!isWeekday) expect(isTargetDay(day)).toBe(false);
    else if (!isTargetDay(day)) closed.push(day.toISOString().slice(0, 10));
  }
  expect(closed).toEqual(CLOSED);
});

test.each([
  ['2026-04-07T00:00:00Z', '2026-04-07'],
  ['2026-04-06T23:59:59Z', '2026-04-02'],
  ['2026-11-22T12:00:00Z', '2026-11-20'],
  ['2027-01-01T12:00:00Z', '2026-12-31'],
])('findLastTargetDay of %s is %s', (by, day) => {
  expect(findLastTargetDay(new Date(by)).toISOString()).toBe(`${day}T00:00:00.000Z`);
});
