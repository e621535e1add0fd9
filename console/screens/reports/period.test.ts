import { expect, test } from 'vitest';
import { formatPeriod, parsePeriod } from './period.ts';

const NOW = Date.parse('2026-03-01T23:59:00Z');

test('a period ends with today', () => {
  expect(parsePeriod('1', NOW)).toEqual({ from: '2026-03-01', to: '2026-03-02', days: 1 });
  expect(parsePeriod('7', NOW)).toEqual({ from: '2026-02-23', to: '2026-03-02', days: 7 });
});

test('what an address says besides is the usual', () => {
  expect(parsePeriod('8', NOW).days).toBe(30);
  expect(parsePeriod(undefined, NOW).days).toBe(30);
});

test('is said with both its ends', () => {
  expect(formatPeriod(parsePeriod('7', NOW))).toBe('2026-02-23 to 2026-03-01');
  expect(formatPeriod(parsePeriod('1', NOW))).toBe('2026-03-01');
});
