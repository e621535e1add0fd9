import { expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { listFirstCryptoPerSymbol, requireCryptoOnNetwork, requireCryptosBySymbol } from './cryptoLookup.ts';

const { catalog } = seededSettings();

test.each([
  ['USDC', undefined, 'USDC'],
  ['USDC_BASE', undefined, 'USDC_BASE'],
  ['USDC_BASE', 'base', 'USDC_BASE'],
  ['USDC', 'base', 'USDC_BASE'],
  ['USDC', 'ethereum', 'USDC'],
  ['USDT', 'polygon', 'USDT_POLYGON'],
  ['cbBTC', 'base', 'CBBTC_BASE'],
])('%s on %s is %s', (name, network, id) => {
  expect(requireCryptoOnNetwork(catalog, name, network).id).toBe(id);
});

test.each([
  ['USDC_BASE', 'ethereum'],
  ['USDC', 'bitcoin'],
  ['USDC', ''],
  ['cbBTC', undefined],
  ['NONE', undefined],
])('%s on %s is refused', (name, network) => {
  expect(() => requireCryptoOnNetwork(catalog, name, network)).toThrow(
    expect.objectContaining({ key: 'receive_currency_unsupported' }),
  );
});

test('resolves a symbol to one crypto per network, and a wire id to itself', () => {
  const listIds = (name: string) => requireCryptosBySymbol(catalog, name).map(({ id }) => id);
  expect(listIds('USDC')).toEqual(['USDC', 'USDC_BASE', 'USDC_POLYGON']);
  expect(listIds('USDC_BASE')).toEqual(['USDC_BASE']);
  expect(() => listIds('NONE')).toThrow(expect.objectContaining({ key: 'receive_currency_unsupported' }));
});

test('lists each symbol once, in catalog order, and only enabled cryptos', () => {
  const symbols = listFirstCryptoPerSymbol(catalog).map(({ symbol }) => symbol);
  expect(symbols).toEqual([...new Set([...catalog.cryptos.values()].map(({ symbol }) => symbol))]);
  expect(new Set(symbols).size).toBe(symbols.length);

  const cryptos = new Map([...catalog.cryptos].map(([id, crypto]) => [id, { ...crypto, enabled: id !== 'BTC' }]));
  const without: Catalog = { ...catalog, cryptos };
  expect(listFirstCryptoPerSymbol(without).map(({ symbol }) => symbol)).not.toContain('BTC');
  expect(() => requireCryptosBySymbol(without, 'BTC')).toThrow();
  expect(() => requireCryptoOnNetwork(without, 'BTC', undefined)).toThrow();
});
