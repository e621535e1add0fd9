import { expect, test } from 'vitest';
import { formatPeriod, parsePeriod } from './period.ts';

const NOW = Date.parse('2026-03-01T23:59:00Z');

test('ends a period with today', () => {
  expect(parsePeriod('1', NOW)).toEqual({ from: '2026-03-01', to: '2026-03-02', days: 1 });
  expect(parsePeriod('7', NOW)).toEqual({ from: '2026-02-23', to: '2026-03-02', days: 7 });
});

test('uses 30 days for an invalid or missing parameter', () => {
  expect(parsePeriod('8', NOW).days).toBe(30);
  expect(parsePeriod(undefined, NOW).days).toBe(30);
});

test('formats a period with its first and last day', () => {
  expect(formatPeriod(parsePeriod('7', NOW))).toBe('2026-02-23 to 2026-03-01');
  expect(formatPeriod(parsePeriod('1', NOW))).toBe('2026-03-01');
});
