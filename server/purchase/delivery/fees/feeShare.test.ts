import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeBatchFeeCeiling, computeFeeShares } from './feeShare.ts';

const units = fc.bigInt(1n, 10n ** 20n);
const payouts = fc
  .array(units, { minLength: 1, maxLength: 50 })
  .map((all) => all.map((each, at) => ({ id: `pay_${at}`, units: each })));
const fee = fc.bigInt(0n, 10n ** 12n);

const sumUnits = (shares: ReadonlyMap<string, bigint>) => [...shares.values()].reduce((sum, share) => sum + share, 0n);

describe('computeFeeShares', () => {
  test('splits the fee exactly and proportionally, rounded within one unit', () => {
    fc.assert(
      fc.property(fee, payouts, (whole, sharing) => {
        const shares = computeFeeShares(whole, sharing);
        expect(sumUnits(shares)).toBe(whole);
        const total = sharing.reduce((sum, payout) => sum + payout.units, 0n);
        for (const payout of sharing) {
          const share = shares.get(payout.id) ?? -1n;
          expect(share).toBeGreaterThanOrEqual((whole * payout.units) / total);
          expect(share * total).toBeLessThan(whole * payout.units + total);
        }
      }),
    );
  });

  test('does not depend on the order of the payouts', () => {
    const shuffled = payouts.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(fee, shuffled, (whole, [some, others]) => {
        expect(computeFeeShares(whole, others)).toEqual(computeFeeShares(whole, some));
      }),
    );
  });

  test('gives the extra unit to the first id of two equal payouts', () => {
    const alike = [
      { id: 'b', units: 5n },
      { id: 'a', units: 5n },
    ];
    expect(computeFeeShares(3n, alike)).toEqual(
      new Map([
        ['b', 1n],
        ['a', 2n],
      ]),
    );
  });

  test('gives the whole fee to a single payout', () => {
    expect(computeFeeShares(7n, [{ id: 'a', units: 3n }])).toEqual(new Map([['a', 7n]]));
  });
});

describe('computeBatchFeeCeiling', () => {
  test('keeps each share within its ceiling, and is the largest such fee', () => {
    const bounded = fc
      .array(fc.tuple(units, fc.bigInt(0n, 10n ** 9n)), { minLength: 1, maxLength: 50 })
      .map((all) => all.map(([each, ceiling], at) => ({ id: `pay_${at}`, units: each, ceiling })));
    fc.assert(
      fc.property(bounded, (sharing) => {
        const most = computeBatchFeeCeiling(sharing);
        const shares = computeFeeShares(most, sharing);
        for (const { id, ceiling } of sharing) expect(shares.get(id)).toBeLessThanOrEqual(ceiling);
        const total = sharing.reduce((sum, payout) => sum + payout.units, 0n);
        // With one unit more, the exact share of one payout exceeds its ceiling.
        expect(sharing.some((one) => (most + 1n) * one.units > one.ceiling * total)).toBe(true);
      }),
    );
  });

  test('returns the ceiling of a single payout', () => {
    expect(computeBatchFeeCeiling([{ units: 3n, ceiling: 11n }])).toBe(11n);
  });
});
