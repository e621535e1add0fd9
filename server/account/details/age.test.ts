import { expect, test } from 'vitest';
import { judgeAge } from './age.ts';

const today = new Date('2026-03-01T00:00:00Z');

test.each([
  ['2008-03-01', 'served'],
  ['2008-03-02', 'too_young'],
  ['2026-03-01', 'too_young'],
  ['2026-03-02', 'in_future'],
  ['2030-01-01', 'in_future'],
  ['1905-03-02', 'served'],
  ['1905-03-01', 'too_old'],
  ['1790-05-31', 'too_old'],
  ['0001-01-01', 'too_old'],
] as const)('judges a birth date of %s on 1 March 2026 as %s', (birthDate, judged) => {
  expect(judgeAge(today, birthDate, 18)).toBe(judged);
});
