import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { describe, expect, test } from 'vitest';
import { fromStripeAmount, toFieldsAmount, toStripeAmount } from './stripeAmounts.ts';

const buildAmount = (code: string, units: bigint) => createAmount(fiatAsset(code), units);

describe('amounts in Stripe’s minor units', () => {
  test.each([
    ['EUR', 1_234n, 1_234],
    ['JPY', 500n, 500],
    ['KWD', 5_120n, 5_120],
    // Two digits in ISO 4217, none at Stripe.
    ['MGA', 50_000n, 500],
    // None in ISO 4217, two at Stripe.
    ['ISK', 5n, 500],
    ['UGX', 5n, 500],
    ['HUF', 1_000n, 1_000],
  ])('converts %s to Stripe and back', (code, units, minor) => {
    const amount = buildAmount(code, units);
    expect(toStripeAmount(amount)).toEqual({ amount: minor, currency: code.toLowerCase() });
    expect(fromStripeAmount(minor, code.toLowerCase())).toEqual(amount);
    expect(toFieldsAmount(amount)).toEqual({ amountMinor: minor, currency: code.toLowerCase() });
  });

  test.each([
    ['three decimals that do not end in zero', buildAmount('KWD', 5_124n)],
    ['a part of an ariary', buildAmount('MGA', 50_050n)],
    ['a negative amount', buildAmount('EUR', -1n)],
    ['an amount beyond a safe number', buildAmount('EUR', 2n ** 60n)],
    ['an amount of crypto', createAmount({ id: 'bip122:1/slip44:0', code: 'BTC', decimals: 8 }, 1n)],
  ])('refuses %s', (_why, amount) => {
    expect(toStripeAmount(amount)).toBeUndefined();
  });

  test('refuses a fraction of a minor unit instead of rounding it', () => {
    expect(fromStripeAmount(550, 'isk')).toBeUndefined();
    expect(fromStripeAmount(1.5, 'eur')).toBeUndefined();
  });

  test('rounds the fields’ amount up to one that Stripe accepts', () => {
    expect(toFieldsAmount(buildAmount('KWD', 5_121n)).amountMinor).toBe(5_130);
    expect(toFieldsAmount(buildAmount('MGA', 50_001n)).amountMinor).toBe(501);
  });
});
