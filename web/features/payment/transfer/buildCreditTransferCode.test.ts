import { describe, expect, test } from 'vitest';
import { buildCreditTransferCode } from './buildCreditTransferCode.ts';
import { isIban, splitIntoFours } from './iban.ts';

const transfer = {
  accountHolder: 'Slipway Sandbox Operator',
  account: 'DE89370400440532013000',
  bankCode: 'COBADEFFXXX',
  reference: 'RF18 5390 0754 7034',
  amount: '100.00',
  currency: 'EUR',
};

describe('the QR code of a credit transfer', () => {
  test('has the lines of EPC069-12 in order, and none after the reference', () => {
    expect(buildCreditTransferCode(transfer)?.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'COBADEFFXXX',
      'Slipway Sandbox Operator',
      'DE89370400440532013000',
      'EUR100.00',
      '',
      'RF18539007547034',
    ]);
  });

  test('contains a reference that is no creditor reference as free text', () => {
    expect(
      buildCreditTransferCode({ ...transfer, reference: 'Order 7KQ2' })
        ?.split('\n')
        .slice(8),
    ).toEqual(['', '', 'Order 7KQ2']);
  });

  test('omits a bank code that is no BIC', () => {
    expect(buildCreditTransferCode({ ...transfer, bankCode: '20-00-00' })?.split('\n')[4]).toBe('');
  });

  test.each([
    ['GB82WEST12345698765432', 'NWBKGB2L'],
    ['CH9300762011623852957', 'UBSWCHZH80A'],
  ])('requires a BIC for an account outside the European Economic Area (%s)', (account, bankCode) => {
    expect(buildCreditTransferCode({ ...transfer, account, bankCode })?.split('\n')[4]).toBe(bankCode);
    expect(buildCreditTransferCode({ ...transfer, account, bankCode: '' })).toBeNull();
    expect(buildCreditTransferCode({ ...transfer, account, bankCode: '20-00-00' })).toBeNull();
  });

  test.each(['NO9386011117947', 'IS140159260076545510730339', 'LI21088100002324013AA'])(
    'requires no BIC for a member of the European Economic Area outside the Union (%s)',
    (account) => expect(buildCreditTransferCode({ ...transfer, account, bankCode: '' })?.split('\n')[4]).toBe(''),
  );

  test.each([
    ['another currency', { currency: 'GBP' }],
    ['an account that is no IBAN', { account: '31926819' }],
    ['an IBAN with a wrong digit', { account: 'DE89370400440532013001' }],
    ['nothing to pay', { amount: '0.00' }],
    ['an amount that is too long', { amount: '1000000000.00' }],
    ['a name of more than 70 characters', { accountHolder: 'x'.repeat(71) }],
    ['no name', { accountHolder: ' ' }],
    ['more bytes than the guideline allows', { accountHolder: '操'.repeat(70), reference: '作'.repeat(40) }],
  ])('does not exist for %s', (_, change) => {
    expect(buildCreditTransferCode({ ...transfer, ...change })).toBeNull();
  });
});

test('validates an IBAN by its check digits, with or without spaces', () => {
  expect(isIban('GB82 WEST 1234 5698 7654 32')).toBe(true);
  expect(isIban('gb82west12345698765432')).toBe(true);
  expect(isIban('GB82WEST12345698765431')).toBe(false);
  expect(isIban('GB82')).toBe(false);
  expect(splitIntoFours('DE89370400440532013000')).toEqual(['DE89', '3704', '0044', '0532', '0130', '00']);
});
