import { amountOf } from '@slipway/money/amount.ts';
import { describe, expect, test } from 'vitest';
import { exampleOrder } from './orderArbitraries.testing.ts';
import { isSealed, resealed, sealOf } from './orderSeal.ts';

const key = Buffer.alloc(32, 1);
const order = { ...exampleOrder, seal: sealOf(key, exampleOrder) };
const { pay, receive } = order;

describe('what an order promises', () => {
  test.each([
    ['number', { orderNo: 'another' }],
    ['provider', { offerType: 'another' }],
    ['method', { payMethod: 'bank_transfer' }],
    ['price', { pay: amountOf(pay.asset, pay.units - 1n) }],
    ['currency', { pay: amountOf({ ...pay.asset, id: 'iso4217:JPY' }, pay.units) }],
    ['digits of the price', { pay: amountOf({ ...pay.asset, decimals: 0 }, pay.units) }],
    ['crypto', { receiveCurrency: 'ETH' }],
    ['coins', { receive: amountOf(receive.asset, receive.units + 1n) }],
    ['coin', { receive: amountOf({ ...receive.asset, id: 'eip155:1/slip44:60' }, receive.units) }],
    ['coins that it is asked to agree to', { requote: amountOf(receive.asset, 1n) }],
    ['network', { network: 'another' }],
    ['address', { address: 'another' }],
    // Or the money of a transfer would pay for another order than its payer has named.
    ['reference', { transferReference: 'RF18539007547034' }],
  ] as const)('is sealed: its %s cannot be changed unseen', (_name, change) => {
    expect(isSealed(key, order)).toBe(true);
    expect(isSealed(key, { ...order, ...change })).toBe(false);
  });

  test('has no seal by another key, or none at all', () => {
    expect(isSealed(Buffer.alloc(32, 2), order)).toBe(false);
    expect(isSealed(key, { ...order, seal: null })).toBe(false);
  });
});

describe('a change by the machine', () => {
  const after = { ...order, receive: amountOf(receive.asset, receive.units - 5n) };

  test('of what is promised is sealed anew, and any other keeps the seal', () => {
    expect(isSealed(key, resealed(key, order, after))).toBe(true);
    expect(resealed(key, order, { ...order, status: 'paid' }).seal).toBe(order.seal);
  });

  test('makes nothing good that was changed beside it', () => {
    const forged = { ...order, receive: amountOf(receive.asset, receive.units * 1000n) };
    const agreed = { ...forged, receive: amountOf(receive.asset, receive.units * 999n) };
    expect(isSealed(key, resealed(key, forged, agreed))).toBe(false);
  });
});
