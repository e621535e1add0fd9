import { expect, test } from 'vitest';
import { formatDeadline } from './formatDeadline.ts';

const at = new Date(2026, 10, 24, 12, 5);

test.each([
  ['en-US', 'Tuesday, November\u00a024 at 12:05'],
  ['de-DE', 'Dienstag, 24.\u00a0November um 12:05'],
  ['es-ES', 'martes, 24\u00a0de\u00a0noviembre, 12:05'],
  ['zh-CN', '11月24日星期二 12:05'],
])('day and month in %s do not wrap', (locale, written) => {
  expect(formatDeadline(at, locale)).toBe(written);
});
