import codes from 'currency-codes';
import { expect, test } from 'vitest';
import { fiatAsset } from './iso4217.ts';

test('uses the number of digits of ISO 4217 for every currency', () => {
  // The X codes are metals, funds and test codes, except the CFA, CFP and East Caribbean currencies.
  const money = codes.data.filter(({ code }) => !code.startsWith('X') || ['XAF', 'XOF', 'XPF', 'XCD'].includes(code));
  const wrong = money.filter(({ code, digits }) => fiatAsset(code).decimals !== digits);
  expect(money.length).toBeGreaterThan(150);
  expect(wrong.map(({ code, digits }) => `${code} ${digits}`)).toEqual([]);
});
