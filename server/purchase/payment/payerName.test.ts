import { expect, test } from 'vitest';
import { namesDiffer } from './payerName.ts';

test.each([
  ['ANNA WEBER', 'Anna Weber'],
  ['Weber, Anna', 'Anna Weber'],
  ['Dr. Anna Maria Weber', 'Anna Weber'],
  ['A Weber', 'Anna Weber'],
  ['MUELLER JUERGEN', 'Jürgen Müller'],
  ['JOSE GARCIA LOPEZ', 'José García'],
  ['王小明', '王小明'],
])('%s may be %s', (payer, buyer) => {
  expect(namesDiffer(payer, buyer)).toBe(false);
});

test.each([
  ['Ben Weber', 'Anna Weber'],
  ['Weber', 'Anna Fischer'],
  ['Shell Company Ltd', 'Anna Weber'],
])('%s is not %s', (payer, buyer) => {
  expect(namesDiffer(payer, buyer)).toBe(true);
});

test.each([
  ['-', 'Anna Weber'],
  ['***', 'Anna Weber'],
  ['Mr.', 'Anna Weber'],
  ['4711', 'Anna Weber'],
  ['Anna Weber', '- -'],
  ['Anna Weber', '7 8'],
  ['-', '-'],
])('%s with nothing to compare in %s is not passed by', (payer, buyer) => {
  expect(namesDiffer(payer, buyer)).toBe(true);
});

test.each([
  ['Anna Weber', 'A W'],
  ['A W', 'Anna Weber'],
  ['B', 'Ben Weber'],
])('initials alone say nothing: %s is not %s', (payer, buyer) => {
  expect(namesDiffer(payer, buyer)).toBe(true);
});

test('who has one name gives it twice', () => {
  expect(namesDiffer('SUHARTO', 'Suharto Suharto')).toBe(false);
});
