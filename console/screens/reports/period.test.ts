import { expect, test } from 'vitest';
import { periodOf, periodWords } from './period.ts';

const NOW = Date.parse('2026-03-01T23:59:00Z');

test('a period ends with today', () => {
  expect(periodOf('1', NOW)).toEqual({ from: '2026-03-01', to: '2026-03-02', days: 1 });
  expect(periodOf('7', NOW)).toEqual({ from: '2026-02-23', to: '2026-03-02', days: 7 });
});

test('what an address says besides is the usual', () => {
  expect(periodOf('8', NOW).days).toBe(30);
  expect(periodOf(undefined, NOW).days).toBe(30);
});

test('is said with both its ends', () => {
  expect(periodWords(periodOf('7', NOW))).toBe('2026-02-23 to 2026-03-01');
  expect(periodWords(periodOf('1', NOW))).toBe('2026-03-01');
});
