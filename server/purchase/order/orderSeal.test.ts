import { amountOf } from '@slipway/money/amount.ts';
import { describe, expect, test } from 'vitest';
import type { PurposeKeys } from '../../platform/secrets.ts';
import { exampleOrder } from './orderArbitraries.testing.ts';
import { computeOrderSeal, hasValidSeal, renewSeal } from './orderSeal.ts';

const key: PurposeKeys = [Buffer.alloc(32, 1)];
const next: PurposeKeys = [Buffer.alloc(32, 2), ...key];
const order = { ...exampleOrder, seal: computeOrderSeal(key, exampleOrder) };
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
    // Otherwise a transfer could pay for another order than the payer named.
    ['reference', { transferReference: 'RF18539007547034' }],
  ] as const)('is sealed: its %s cannot be changed unseen', (_name, change) => {
    expect(hasValidSeal(key, order)).toBe(true);
    expect(hasValidSeal(key, { ...order, ...change })).toBe(false);
  });

  test('has no seal by another key, or none at all', () => {
    expect(hasValidSeal([Buffer.alloc(32, 2)], order)).toBe(false);
    expect(hasValidSeal(key, { ...order, seal: null })).toBe(false);
  });
});

describe('a new key before the former one', () => {
  test('takes the former one’s seal, keeps it, and seals by itself what changes', () => {
    expect(hasValidSeal(next, order)).toBe(true);
    expect(renewSeal(next, order, { ...order, status: 'paid' }).seal).toBe(order.seal);
    const changed = renewSeal(next, order, { ...order, receive: amountOf(receive.asset, 1n) });
    expect(hasValidSeal([next[0]], changed)).toBe(true);
    expect(hasValidSeal(key, changed)).toBe(false);
  });
});

describe('a change by the machine', () => {
  const after = { ...order, receive: amountOf(receive.asset, receive.units - 5n) };

  test('of what is promised is sealed anew, and any other keeps the seal', () => {
    expect(hasValidSeal(key, renewSeal(key, order, after))).toBe(true);
    expect(renewSeal(key, order, { ...order, status: 'paid' }).seal).toBe(order.seal);
  });

  test('makes nothing good that was changed beside it', () => {
    const forged = { ...order, receive: amountOf(receive.asset, receive.units * 1000n) };
    const agreed = { ...forged, receive: amountOf(receive.asset, receive.units * 999n) };
    expect(hasValidSeal(key, renewSeal(key, forged, agreed))).toBe(false);
  });
});
