import { createAmount } from '@slipway/money/amount.ts';
import { expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { requireCrypto } from '../catalog/catalog.ts';
import { openConversionOrders } from './conversionOrders.testing.ts';
import { findBoughtAsset } from './findBoughtAsset.ts';

const orders = await openConversionOrders();
const { catalog } = seededSettings();
const getAsset = (id: string) => requireCrypto(catalog, id).asset;

function findBoughtId(id: string, base = requireCrypto(catalog, id).marketBase): string {
  return findBoughtAsset(catalog, { receiveCurrency: id, receive: createAmount(getAsset(id), 1n) }, base).id;
}

test('returns the coin itself, on any delivery network', () => {
  for (const id of ['BTC', 'ETH', 'ETH_BASE', 'USDC', 'USDC_BASE', 'LINK'])
    expect(findBoughtId(id)).toBe(getAsset(id).id);
});

test('returns the underlying coin for a wrapped coin', () => {
  for (const id of ['WBTC', 'CBBTC_BASE']) expect(findBoughtId(id)).toBe(getAsset('BTC').id);
});

test('returns an asset of the exchange for a coin that the catalog lacks', () => {
  expect(findBoughtId('LINK', 'DOGE')).toBe('venue:DOGE');
});

test('posts the underlying coin, not the wrapped token, at the exchange', async () => {
  const { asset } = requireCrypto(catalog, 'WBTC');
  const order = await orders.createPaidOrder({ receiveCurrency: 'WBTC', receive: createAmount(asset, 155_735n) });
  await order.start();
  await order.sync();
  expect(await order.status()).toBe('converted');
  const inVenue = await order.balance('asset:venue');
  expect(inVenue).toMatchObject({ [getAsset('BTC').id]: 1_557_350_000_000_000n });
  expect(inVenue).not.toHaveProperty(asset.id);
  expect(Object.keys(await order.balance('expense:venue'))).toEqual([getAsset('BTC').id]);
  const payout = { payoutId: 'pay_1', transactionId: 'tx_1' };
  await order.apply('payout_submitted', payout);
  await order.apply('payout_confirmed', { ...payout, networkFee: null });
  expect(await order.balance('trading')).toMatchObject({
    [getAsset('BTC').id]: -1_563_610_000_000_000n,
    [asset.id]: 1_557_350_000_000_000n,
  });
  expect(await order.balance('asset:wallet')).toEqual({ [asset.id]: -1_557_350_000_000_000n });
});
