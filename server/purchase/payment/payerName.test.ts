import { expect, test } from 'vitest';
import { namesDiffer } from './payerName.ts';

test.each([
  ['ANNA WEBER', 'Anna Weber'],
  ['Weber, Anna', 'Anna Weber'],
  ['Dr. Anna Maria Weber', 'Anna Weber'],
  ['A Weber', 'Anna Weber'],
  ['MUELLER JUERGEN', 'Jürgen Müller'],
  ['JOSE GARCIA LOPEZ', 'José García'],
  ['', 'Anna Weber'],
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
