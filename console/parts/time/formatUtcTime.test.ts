import { expect, test } from 'vitest';
import { formatFullUtcTime, formatUtcDeadline, formatUtcTime } from './formatUtcTime.ts';

const NOW = Date.parse('2025-08-12T10:55:08Z');

test.each([
  ['2025-08-12T10:54:31Z', '10:54:31'],
  ['2025-08-11T06:02:40Z', '11 Aug 06:02'],
  ['2024-11-04T09:00:00Z', '4 Nov 2024'],
  ['2025-08-12T01:30:00+02:00', '11 Aug 23:30'],
])('formats the past time %s as %s', (iso, expected) => {
  expect(formatUtcTime(iso, NOW)).toBe(expected);
});

test.each([
  ['2025-08-12T11:37:00Z', '11:37'],
  ['2025-08-13T05:00:00Z', 'Wed 05:00'],
  ['2025-09-01T05:00:00Z', '1 Sep'],
])('formats the deadline %s as %s', (iso, expected) => {
  expect(formatUtcDeadline(iso, NOW)).toBe(expected);
});

test('names the time zone in the full time', () => {
  expect(formatFullUtcTime(NOW)).toBe('Tue 12 Aug 2025, 10:55:08 UTC');
});
