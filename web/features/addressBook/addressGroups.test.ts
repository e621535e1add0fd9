import { describe, expect, test } from 'vitest';
import { groupAddresses, type ReceivableCrypto, type SavedAddress } from './addressGroups.ts';

function createCoin(currency: string, symbol: string, network: string, networkName: string): ReceivableCrypto {
  return { currency, symbol, name: symbol, network, networkName, imgUrl: `/images/coins/${symbol}.svg` };
}

const catalog = [
  createCoin('BTC', 'BTC', 'bitcoin', 'Bitcoin'),
  createCoin('USDC', 'USDC', 'ethereum', 'Ethereum'),
  createCoin('USDC_BASE', 'USDC', 'base', 'Base'),
];

function saved(addressId: string, crypto: string, network: string): SavedAddress {
  return { addressId, crypto, network, address: `address of ${addressId}`, name: '' };
}

describe('groupAddresses', () => {
  test('one crypto on two networks is one group, ordered by its newest address', () => {
    const groups = groupAddresses(
      [saved('1', 'USDC_BASE', 'base'), saved('2', 'BTC', 'bitcoin'), saved('3', 'USDC', 'ethereum')],
      catalog,
    );
    expect(groups.map(({ symbol, entries }) => [symbol, entries.map(({ addressId }) => addressId)])).toEqual([
      ['USDC', ['1', '3']],
      ['BTC', ['2']],
    ]);
    expect(groups[0]?.entries.map(({ networkName }) => networkName)).toEqual(['Base', 'Ethereum']);
  });

  test('a crypto that is no longer sold keeps its group under its id', () => {
    const [group] = groupAddresses([saved('1', 'DOGE', 'dogecoin')], catalog);
    expect(group).toMatchObject({ symbol: 'DOGE', name: '', imgUrl: '' });
    expect(group?.entries[0]?.networkName).toBe('dogecoin');
  });

  test('an address saved with a symbol instead of an id gets the name of its network', () => {
    const bySymbol = catalog.filter(({ currency }) => currency !== 'USDC');
    const [group] = groupAddresses([saved('1', 'USDC', 'base')], bySymbol);
    expect(group?.entries[0]?.networkName).toBe('Base');
  });
});
