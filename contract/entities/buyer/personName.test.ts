import { expect, test } from 'vitest';
import { givenOrFamilyName } from './buyer.ts';

test.each([
  'Anna',
  'Anna Maria',
  "O'Brien",
  'D’Angelo',
  'Müller-Lüdenscheidt',
  'J. R.',
  'Nguyễn',
  'Ольга',
  'Παπαδόπουλος',
  '小明',
  '迪丽热巴·迪力木拉提',
  'محمد',
  'علی\u200Cرضا',
  'रवि',
  'O',
  'O‘Brien',
  'Oʻzbek',
  'Fa‘afa',
  'O`Brien',
  'O´Brien',
  'O′Brien',
  'Müller‑Lüdenscheidt',
])('accepts %s', (name) => {
  expect(givenOrFamilyName.parse(` ${name} `)).toBe(name);
});

test.each([
  '',
  '-',
  '.',
  "'",
  '--- ',
  '·',
  'Anna1',
  '٣',
  'An\u0000na',
  'An\nna',
  'An\u202Ena',
  '😀',
  'a@b',
  '\u0301',
  'x'.repeat(101),
])('rejects %j', (name) => {
  expect(givenOrFamilyName.safeParse(name).success).toBe(false);
});

test.each([
  ['Anna\u00A0Maria', 'Anna Maria'],
  ['\u00A0Anna\u202F', 'Anna'],
  ['Anna\u2007\u2009Maria', 'Anna Maria'],
  ['李\u3000明', '李 明'],
])('normalizes %j to %s', (pasted, name) => expect(givenOrFamilyName.parse(pasted)).toBe(name));
