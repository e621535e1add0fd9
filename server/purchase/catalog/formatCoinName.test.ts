import { expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { formatCoinNameById } from './formatCoinName.ts';

const { catalog } = seededSettings();

test.each([
  ['USDC', 'USDC'],
  ['USDC_BASE', 'USDC on Base'],
  ['ETH', 'ETH'],
  ['ETH_BASE', 'ETH on Base'],
  ['CBBTC_BASE', 'cbBTC'],
  ['GONE', 'GONE'],
])('names %s %s', (id, name) => {
  expect(formatCoinNameById(catalog, id)).toBe(name);
});

test('gives every coin a different name', () => {
  const names = [...catalog.cryptos.keys()].map((id) => formatCoinNameById(catalog, id));
  expect(new Set(names).size).toBe(names.length);
});
