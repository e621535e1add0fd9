import { expect, test } from 'vitest';
import { findAcceptedCurrency, listSoldCryptos } from '../purchase/catalog/catalog.ts';
import { findDefaultCurrency } from '../purchase/quote/catalogCalls.ts';
import { ConfigurationError } from './configurationKinds.ts';
import { seededSettings } from './seededSettings.testing.ts';

const rule = (key: string, value: string) => ({ kind: 'rule', key, value: { value } });

test('the seeds default to dollars, bitcoin and cards', () => {
  const { catalog } = seededSettings();
  expect(findDefaultCurrency(catalog, 'AO')).toBe('USD');
  expect(listSoldCryptos(catalog)[0]?.id).toBe('BTC');
  expect(findAcceptedCurrency(catalog, 'EUR', 'DE')?.methods[0]?.method).toBe('credit_debit_card');
});

test('an operator’s default currency applies where the country has none, the default crypto and method everywhere', () => {
  const { catalog } = seededSettings([
    rule('defaultPayCurrency', 'CHF'),
    rule('defaultCrypto', 'USDC_BASE'),
    rule('defaultMethod', 'bank_transfer'),
  ]);
  expect(findDefaultCurrency(catalog, 'AO')).toBe('CHF');
  expect(findDefaultCurrency(catalog, 'DE')).toBe('EUR');
  expect(listSoldCryptos(catalog)[0]?.id).toBe('USDC_BASE');
  expect(findAcceptedCurrency(catalog, 'EUR', 'DE')?.methods[0]?.method).toBe('bank_transfer');
});

test.each([
  ['defaultPayCurrency', 'XAU', 'there is no currency XAU'],
  ['defaultCrypto', 'NOPE', 'there is no crypto NOPE'],
  ['defaultMethod', 'cash', 'rule defaultMethod'],
])('refuses %s %s', (key, value, message) => {
  expect(() => seededSettings([rule(key, value)])).toThrow(ConfigurationError);
  expect(() => seededSettings([rule(key, value)])).toThrow(message);
});
