import { assert, bigInt, integer, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proposeFunding, proposeRefill } from './propose.ts';

const units = bigInt({ min: 0n, max: 10n ** 30n });
const days = integer({ min: 1, max: 90 });
const coinState = record({
  wallet: units,
  venue: units,
  reserved: units,
  delivered: units,
  windowDays: days,
  coverDays: days,
  floor: units,
});

describe('the proposed refill of a coin', () => {
  test('fills the wallet up to the need, first from the exchange, and withdraws no more than the exchange’s balance', () => {
    assert(
      property(coinState, (coin) => {
        const { needed, withdraw, buy } = proposeRefill(coin);
        expect(withdraw).toBeGreaterThanOrEqual(0n);
        expect(buy).toBeGreaterThanOrEqual(0n);
        expect(withdraw).toBeLessThanOrEqual(coin.venue);
        const after = coin.wallet + withdraw + buy;
        if (withdraw + buy === 0n) expect(coin.wallet).toBeGreaterThanOrEqual(needed);
        else expect(after).toBe(needed);
        if (buy > 0n) expect(withdraw).toBe(coin.venue);
      }),
    );
  });

  test('covers the reserved amount, the floor, and the average deliveries of the cover days', () => {
    assert(
      property(coinState, (coin) => {
        const { needed } = proposeRefill(coin);
        expect(needed).toBeGreaterThanOrEqual(coin.reserved + coin.floor);
        const expected = (needed - coin.reserved) * BigInt(coin.windowDays);
        expect(expected).toBeGreaterThanOrEqual(coin.delivered * BigInt(coin.coverDays));
      }),
    );
  });

  test('never decreases when the need increases, and never increases when the wallet’s balance does', () => {
    assert(
      property(coinState, units, (coin, more) => {
        const { withdraw, buy } = proposeRefill(coin);
        const wanted = proposeRefill({ ...coin, reserved: coin.reserved + more });
        expect(wanted.withdraw + wanted.buy).toBeGreaterThanOrEqual(withdraw + buy);
        const richer = proposeRefill({ ...coin, wallet: coin.wallet + more });
        expect(richer.withdraw + richer.buy).toBeLessThanOrEqual(withdraw + buy);
      }),
    );
  });

  test('withdraws nothing from an exchange account with a negative balance', () => {
    const coin = { wallet: 0n, venue: -5n, reserved: 10n, delivered: 0n, windowDays: 7, coverDays: 2, floor: 0n };
    expect(proposeRefill(coin)).toEqual({ needed: 10n, withdraw: 0n, buy: 10n });
  });

  test('by example: 70 delivered in 7 days, 2 days’ cover, 5 reserved, 4 in the wallet, 6 at the exchange', () => {
    const coin = { wallet: 4n, venue: 6n, reserved: 5n, delivered: 70n, windowDays: 7, coverDays: 2, floor: 1n };
    expect(proposeRefill(coin)).toEqual({ needed: 25n, withdraw: 6n, buy: 15n });
  });
});

test('funds the exchange with the expected cost of purchases beyond its balance', () => {
  const fiat = record({ held: units, spent: units, windowDays: days, coverDays: days, toBuy: units });
  assert(
    property(fiat, (money) => {
      const fund = proposeFunding(money);
      expect(fund).toBeGreaterThanOrEqual(0n);
      const enough = (money.held + fund - money.toBuy) * BigInt(money.windowDays);
      expect(enough).toBeGreaterThanOrEqual(money.spent * BigInt(money.coverDays));
      expect(proposeFunding({ ...money, held: money.held + fund })).toBe(0n);
    }),
  );
  expect(proposeFunding({ held: 100n, spent: 701n, windowDays: 7, coverDays: 2, toBuy: 50n })).toBe(151n);
});
