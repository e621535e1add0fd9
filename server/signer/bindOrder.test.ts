import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import type { Order } from '../purchase/order/order.ts';
import { exampleOrder } from '../purchase/order/orderArbitraries.testing.ts';
import { bindOrder, isPromised } from './bindOrder.ts';

const { catalog } = seededSettings();
const cryptos = [...catalog.cryptos.values()];
const fiats = [...catalog.payCurrencies.values()].map(({ asset }) => asset);

function createOrder(crypto: (typeof cryptos)[number]): Order {
  const coins = { receiveCurrency: crypto.id, network: crypto.network.id, receive: createAmount(crypto.asset, 5n) };
  return { ...exampleOrder, ...coins, address: 'an address' };
}

test('binds every coin of the catalog as it is sold', () => {
  for (const crypto of cryptos) {
    const order = createOrder(crypto);
    expect(bindOrder(catalog, order)).toEqual({
      orderNo: order.orderNo,
      crypto,
      pay: order.pay,
      receive: order.receive,
      address: order.address,
    });
  }
});

test('rejects an order whose columns name two different coins', () => {
  const columns = ['receiveCurrency', 'network', 'receive', 'requote'] as const;
  const coin = fc.constantFrom(...cryptos);
  const mixing = fc.record({ one: coin, other: coin, taken: fc.subarray([...columns], { minLength: 1 }) });
  fc.assert(
    fc.property(mixing, ({ one, other, taken }) => {
      const order = { ...createOrder(one), requote: createAmount(one.asset, 4n) };
      const others = { ...createOrder(other), requote: createAmount(other.asset, 4n) };
      const mixed = { ...order, ...Object.fromEntries(taken.map((column) => [column, others[column]])) };
      const bound = bindOrder(catalog, mixed);
      // A bound order is for one of the two coins, without a mix.
      const isOneCoin =
        new Set([mixed.receiveCurrency, findCryptoId(mixed.receive), findCryptoId(mixed.requote)]).size === 1 &&
        catalog.cryptos.get(mixed.receiveCurrency)?.network.id === mixed.network;
      expect(bound !== undefined).toBe(isOneCoin);
    }),
  );
});

function findCryptoId({ asset }: Order['receive']): string | undefined {
  return cryptos.find((crypto) => crypto.asset.id === asset.id)?.id;
}

describe('an order is not bound', () => {
  const [ether] = cryptos.filter(({ id }) => id === 'ETH');
  if (!ether) throw new Error('ether is not sold');
  const order = createOrder(ether);
  const { pay, receive } = order;
  const changes: Readonly<Record<string, Partial<Order>>> = {
    'whose coins have other digits': { receive: { ...receive, asset: { ...receive.asset, decimals: 6 } } },
    'whose money has other digits': { pay: { ...pay, asset: { ...pay.asset, decimals: 0 } } },
    'that names another currency than its money': { payCurrency: 'JPY' },
    'whose money is counted in another currency': { pay: createAmount(fiatAsset('JPY'), pay.units) },
    'that is paid in coins': { pay: createAmount(receive.asset, pay.units), payCurrency: 'ETH' },
    'of a coin that is not configured': { receiveCurrency: 'NONE' },
    'of zero': { receive: createAmount(receive.asset, 0n) },
    'of a negative amount': { receive: createAmount(receive.asset, -1n) },
    'that costs nothing': { pay: createAmount(pay.asset, 0n) },
  };
  test.each(Object.keys(changes))('%s', (name) => {
    expect(bindOrder(catalog, order)).toBeDefined();
    expect(bindOrder(catalog, { ...order, ...changes[name] })).toBeUndefined();
  });

  test('in a currency that is not configured, although ISO 4217 knows it', () => {
    const unknown = fiatAsset('XAU');
    expect(fiats.map(({ code }) => code)).not.toContain('XAU');
    expect(bindOrder(catalog, { ...order, payCurrency: 'XAU', pay: createAmount(unknown, 5n) })).toBeUndefined();
  });
});

test('permits a payment only on the order’s network, in its asset, to its address and of its amount', () => {
  const [one] = cryptos;
  const other = cryptos.find(({ asset }) => asset.id !== one?.asset.id);
  const bound = one && bindOrder(catalog, createOrder(one));
  if (!bound || !one || !other) throw new Error('two coins are needed');
  const { chain } = one.network;
  const request = { asset: one.asset, to: 'an address', units: 5n };
  expect(isPromised(bound, chain, request)).toBe(true);
  expect(isPromised(bound, 'eip155:999', request)).toBe(false);
  expect(isPromised(bound, chain, { ...request, to: 'another' })).toBe(false);
  expect(isPromised(bound, chain, { ...request, units: 6n })).toBe(false);
  expect(isPromised(bound, chain, { ...request, asset: other.asset })).toBe(false);
  expect(isPromised(bound, chain, { ...request, asset: { ...one.asset, decimals: 2 } })).toBe(false);
});
