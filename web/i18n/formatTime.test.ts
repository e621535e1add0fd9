import { expect, test } from 'vitest';
import { formatTime } from './formatTime.ts';

const at = new Date(2026, 10, 22, 18, 25, 7);

test('names another day, on the same line as the time', () => {
  expect(formatTime(at, 'en-US', 'minutes', at.getTime())).toBe('18:25');
  expect(formatTime(at, 'en-US', 'seconds', at.getTime())).toBe('18:25:07');
  expect(formatTime(at, 'en-US', 'minutes', at.getTime() - 86_400_000)).toBe('Nov\u00a022,\u00a018:25');
});
