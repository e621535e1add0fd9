import { expect, test } from 'vitest';
import { formatShare } from './formatShare.ts';

test.each([
  [0, 0, '–'],
  [0, 7, '0.0%'],
  [1, 3, '33.3%'],
  [2, 3, '66.7%'],
  [1, 2000, '0.1%'],
  [7, 7, '100.0%'],
])('formats %i of %i as %s', (part, all, expected) => {
  expect(formatShare(part, all)).toBe(expected);
});
