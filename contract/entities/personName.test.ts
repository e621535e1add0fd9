import { expect, test } from 'vitest';
import { personName } from './buyer.ts';

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
])('%s is a name', (name) => {
  expect(personName.parse(` ${name} `)).toBe(name);
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
])('%j is none', (name) => {
  expect(personName.safeParse(name).success).toBe(false);
});
