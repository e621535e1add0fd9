import { SAVED_ADDRESS_NAME_MAX, savedAddressName } from '@slipway/contract/entities/buyer/buyer.ts';
import { expect, test } from 'vitest';
import { countNameLength, isNameTooLong, MAX_NAME_LENGTH } from './addressName.ts';

test.each([
  ['', 0, false],
  ['Ledger', 6, false],
  ['x'.repeat(25), 25, false],
  ['x'.repeat(26), 26, true],
  [`  ${'x'.repeat(25)}  `, 25, false],
  ['🌊'.repeat(25), 25, false],
  ['硬件钱包'.repeat(7), 28, true],
])('"%s" has %i characters, too long: %s', (name, length, tooLong) => {
  expect(countNameLength(name)).toBe(length);
  expect(isNameTooLong(name)).toBe(tooLong);
  expect(savedAddressName.safeParse(name).success).toBe(!tooLong);
});

test('the limit equals the contract’s', () => {
  expect(MAX_NAME_LENGTH).toBe(SAVED_ADDRESS_NAME_MAX);
});
