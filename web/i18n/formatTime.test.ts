import { expect, test } from 'vitest';
import { formatTime } from './formatTime.ts';

const at = new Date(2026, 10, 22, 18, 25, 7);

test('omits the date of today, and keeps the date of another day on the line of the time', () => {
  expect(formatTime(at, 'en-US', 'minutes', at.getTime())).toBe('18:25');
  expect(formatTime(at, 'en-US', 'seconds', at.getTime())).toBe('18:25:07');
  expect(formatTime(at, 'en-US', 'minutes', at.getTime() - 86_400_000)).toBe('Nov\u00a022,\u00a018:25');
});
