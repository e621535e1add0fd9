import { expect, test } from 'vitest';
import { formatDate } from './formatDate.ts';

const day = new Date('2031-11-21T12:00:00');

test.each([
  ['en-US', 'November\u00a021,\u00a02031'],
  ['de-DE', '21.\u00a0November\u00a02031'],
  ['es-ES', '21\u00a0de\u00a0noviembre\u00a0de\u00a02031'],
  ['zh-CN', '2031年11月21日'],
])('a date in %s does not wrap', (locale, written) => {
  expect(formatDate(day, locale)).toBe(written);
});
