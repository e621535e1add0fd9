import { expect, test } from 'vitest';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import { describeLedgerAmount, describeMinorAmount } from './formatUnits.ts';

const { catalog } = seededSettings();
const ether = catalog.cryptos.get('ETH')?.asset ?? { id: '', decimals: 0 };
const minor = (units: bigint) =>
  describeMinorAmount(catalog, { asset: ether.id, decimals: ether.decimals, units }).amount;

test('shows eight digits of a coin, and further ones up to the last significant digit', () => {
  expect(minor(31_660_470_000_000_000n)).toBe('0.03166047');
  expect(minor(31_660_470_000_000_001n)).toBe('0.031660470000000001');
  expect(minor(-1n)).toBe('-0.000000000000000001');
  expect(describeLedgerAmount(catalog, ether.id, 10n ** 18n)).toEqual({ amount: '1.00000000', unit: 'ETH' });
});

test('shows the decimal places of a currency, and fractions of a cent if there are any', () => {
  expect(describeLedgerAmount(catalog, 'iso4217:EUR', 183_630_000n)).toEqual({ amount: '1.8363', unit: 'EUR' });
  expect(describeLedgerAmount(catalog, 'iso4217:EUR', 180_000_000n).amount).toBe('1.80');
  expect(describeMinorAmount(catalog, { asset: 'iso4217:JPY', decimals: 0, units: 100n }).amount).toBe('100');
});
