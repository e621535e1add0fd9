import { createAmount } from '@slipway/money/amount.ts';
import { describe, expect, test } from 'vitest';
import type { PurposeKeys } from '../../platform/secrets.ts';
import { exampleOrder } from './orderArbitraries.testing.ts';
import { computeOrderSeal, hasValidSeal, renewSeal } from './orderSeal.ts';

const key: PurposeKeys = [Buffer.alloc(32, 1)];
const rotatedKeys: PurposeKeys = [Buffer.alloc(32, 2), ...key];
const order = { ...exampleOrder, seal: computeOrderSeal(key, exampleOrder) };
const { pay, receive } = order;

describe('an order’s seal', () => {
  test.each([
    ['number', { orderNo: 'another' }],
    ['provider', { offerType: 'another' }],
    ['pay method', { payMethod: 'bank_transfer' }],
    ['amount to pay', { pay: createAmount(pay.asset, pay.units - 1n) }],
    ['pay currency', { pay: createAmount({ ...pay.asset, id: 'iso4217:JPY' }, pay.units) }],
    ['decimals of the pay currency', { pay: createAmount({ ...pay.asset, decimals: 0 }, pay.units) }],
    ['crypto', { receiveCurrency: 'ETH' }],
    ['amount to deliver', { receive: createAmount(receive.asset, receive.units + 1n) }],
    ['delivered asset', { receive: createAmount({ ...receive.asset, id: 'eip155:1/slip44:60' }, receive.units) }],
    ['requote', { requote: createAmount(receive.asset, 1n) }],
    ['network', { network: 'another' }],
    ['address', { address: 'another' }],
    // Otherwise a transfer could pay for an order other than the one that the payer named.
    ['transfer reference', { transferReference: 'RF18539007547034' }],
  ] as const)('detects a change of its %s', (_name, change) => {
    expect(hasValidSeal(key, order)).toBe(true);
    expect(hasValidSeal(key, { ...order, ...change })).toBe(false);
  });

  test('is invalid with another key, and when it is missing', () => {
    expect(hasValidSeal([Buffer.alloc(32, 2)], order)).toBe(false);
    expect(hasValidSeal(key, { ...order, seal: null })).toBe(false);
  });
});

describe('a new key with a former one', () => {
  test('accepts and keeps a seal of the former key, and seals changes with the new one', () => {
    expect(hasValidSeal(rotatedKeys, order)).toBe(true);
    expect(renewSeal(rotatedKeys, order, { ...order, status: 'paid' }).seal).toBe(order.seal);
    const changed = renewSeal(rotatedKeys, order, { ...order, receive: createAmount(receive.asset, 1n) });
    expect(hasValidSeal([rotatedKeys[0]], changed)).toBe(true);
    expect(hasValidSeal(key, changed)).toBe(false);
  });
});

describe('renewSeal', () => {
  const after = { ...order, receive: createAmount(receive.asset, receive.units - 5n) };

  test('renews the seal after a change of sealed fields, and keeps it otherwise', () => {
    expect(hasValidSeal(key, renewSeal(key, order, after))).toBe(true);
    expect(renewSeal(key, order, { ...order, status: 'paid' }).seal).toBe(order.seal);
  });

  test('does not make an order valid that was changed outside the order machine', () => {
    const forged = { ...order, receive: createAmount(receive.asset, receive.units * 1000n) };
    const agreed = { ...forged, receive: createAmount(receive.asset, receive.units * 999n) };
    expect(hasValidSeal(key, renewSeal(key, forged, agreed))).toBe(false);
  });
});
