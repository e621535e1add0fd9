import { describe, expect, test } from 'vitest';
import { isOtherPayer } from './payerName.ts';

function namesDiffer(payerName: string, buyerName: string): boolean {
  const [firstName = '', ...rest] = buyerName.split(' ');
  return isOtherPayer(payerName, { firstName, lastName: rest.join(' ') });
}

test.each([
  ['ANNA WEBER', 'Anna Weber'],
  ['Weber, Anna', 'Anna Weber'],
  ['Dr. Anna Maria Weber', 'Anna Weber'],
  ['A Weber', 'Anna Weber'],
  ['MUELLER JUERGEN', 'Jürgen Müller'],
  ['JOSE GARCIA LOPEZ', 'José García'],
  ['王小明', '王小明'],
])('accepts the payer %s for the buyer %s', (payer, buyer) => {
  expect(namesDiffer(payer, buyer)).toBe(false);
});

test.each([
  ['Ben Weber', 'Anna Weber'],
  ['Weber', 'Anna Fischer'],
  ['Shell Company Ltd', 'Anna Weber'],
])('rejects the payer %s for the buyer %s', (payer, buyer) => {
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
])('rejects the payer %s for the buyer %s when a name has nothing to compare', (payer, buyer) => {
  expect(namesDiffer(payer, buyer)).toBe(true);
});

test.each([
  ['Anna Weber', 'A W'],
  ['A W', 'Anna Weber'],
  ['B', 'Ben Weber'],
])('rejects names of only initials: the payer %s for the buyer %s', (payer, buyer) => {
  expect(namesDiffer(payer, buyer)).toBe(true);
});

test('accepts a single name that the buyer entered twice', () => {
  expect(namesDiffer('SUHARTO', 'Suharto Suharto')).toBe(false);
});

describe('isOtherPayer', () => {
  test.each([
    ['ANNA WEBER', 'Anna', 'Weber'],
    ['Weber Anna', 'Anna Maria', 'Weber'],
    ['A. Weber', 'Anna Maria', 'Weber'],
    ['ANNA MARIA WEBER', 'Anna', 'Weber'],
    ['JOSE GARCIA', 'José', 'García López'],
    ['JOSE GARCIA LOPEZ', 'José', 'García'],
    ['BERG PIETER', 'Pieter', 'van den Berg'],
    ['SUHARTO', 'Suharto', 'Suharto'],
    ['A Weber', 'A', 'Weber'],
  ])('accepts %s for %s %s', (payer, firstName, lastName) => {
    expect(isOtherPayer(payer, { firstName, lastName })).toBe(false);
  });

  const typed = [
    ['Anna Ben Clara', 'Weber Fischer Schmidt'],
    ['Anna, Ben', 'Weber, Fischer'],
    ['Anna Weber', 'Ben Fischer'],
    ['A B C', 'Weber Fischer Schmidt'],
  ] as const;
  test.each(typed)('matches at most one person if the details %s %s list several names', (firstName, lastName) => {
    const payers = ['Anna', 'Ben', 'Clara'].flatMap((given) =>
      ['Weber', 'Fischer', 'Schmidt'].map((family) => `${given} ${family}`),
    );
    const passed = payers.filter((payer) => !isOtherPayer(payer, { firstName, lastName }));
    expect(passed.length).toBeLessThanOrEqual(1);
  });

  test('rejects a full name if the buyer entered only its initial', () => {
    expect(isOtherPayer('Anna Weber', { firstName: 'A', lastName: 'Weber' })).toBe(true);
    expect(isOtherPayer('Anna Weber', { firstName: 'Anna', lastName: 'W' })).toBe(true);
  });
});
