import { type Amount, createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { array, assert, bigInt, constantFrom, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertBalanced, type Posting } from '../../ledger/posting.ts';
import type { BalanceLineKind } from '../../providers/card/balanceLine.ts';
import type { LineStatus, StoredLine } from './acquirerLineStore.ts';
import { judgeSubject, sumMovedUnits } from './subjectRules.ts';

const CENT = 1_000_000n;
const NOW = new Date('2026-11-22T12:00:00Z');
const money = (code: string, units: bigint): Amount => createAmount(fiatAsset(code), units);

function createLine(kind: BalanceLineKind, amount: Amount, feeUnits = 0n, status: LineStatus = 'new'): StoredLine {
  return {
    acquirer: 'acme',
    id: 'txn',
    kind,
    vendorType: kind,
    amount,
    fee: createAmount(amount.asset, feeUnits),
    subject: 'subject',
    bookedAt: NOW,
    arrivesOn: null,
    descriptor: '',
    status,
    arrivedIn: null,
  };
}

const createPostedSums = (sums: Readonly<Record<string, bigint>>) =>
  new Map(Object.entries(sums).map(([code, units]) => [`iso4217:${code}`, units * CENT]));

/** Returns the sums of asset:acquirer after the entry. */
function computeSumsAfter(before: ReadonlyMap<string, bigint>, postings: readonly Posting[]): Map<string, bigint> {
  const sums = new Map(before);
  for (const { account, asset, units } of postings)
    if (account === 'asset:acquirer') sums.set(asset, (sums.get(asset) ?? 0n) + units);
  for (const [asset, units] of sums) if (units === 0n) sums.delete(asset);
  return sums;
}

describe('a dispute in the account’s currency', () => {
  const taken = createLine('dispute', money('EUR', -4_000n), 2_000n);
  const back = createLine('dispute_reversed', money('EUR', 4_000n));

  test('agrees when its order has posted the amount, the fee and the reversal', () => {
    expect(judgeSubject([taken], createPostedSums({ EUR: -6_000n }), NOW)).toEqual({ kind: 'agrees' });
    expect(judgeSubject([{ ...taken, status: 'recognised' }, back], createPostedSums({ EUR: -2_000n }), NOW)).toEqual({
      kind: 'agrees',
    });
  });

  test('waits for its order, and differs after some time', () => {
    const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
    expect(judgeSubject([taken], createPostedSums({}), later(71))).toEqual({ kind: 'waits' });
    expect(judgeSubject([taken], createPostedSums({}), later(73))).toEqual({ kind: 'differs' });
    expect(judgeSubject([taken], createPostedSums({ EUR: -4_000n }), later(0.5))).toEqual({ kind: 'waits' });
    expect(judgeSubject([taken], createPostedSums({ EUR: -4_000n }), later(2))).toEqual({ kind: 'differs' });
  });
});

describe('a line in another currency than its order’s', () => {
  test('of a dispute is converted, with the fee that its order has not posted', () => {
    const line = createLine('dispute', money('USD', -4_300n), 2_200n);
    const before = createPostedSums({ EUR: -4_000n });
    const judged = judgeSubject([line], before, NOW);
    if (judged.kind !== 'converts') throw new Error(judged.kind);
    assertBalanced({ kind: 'x', key: 'x', postings: judged.postings });
    expect(computeSumsAfter(before, judged.postings)).toEqual(sumMovedUnits([line]));
    const fee = judged.postings.find(({ account }) => account === 'expense:dispute');
    expect(fee).toMatchObject({ asset: 'iso4217:USD', units: 2_200n * CENT });
    expect(judgeSubject([line], computeSumsAfter(before, judged.postings), NOW)).toEqual({ kind: 'agrees' });
  });

  test('of a payment waits until its fee is posted, and is then converted', () => {
    const line = createLine('charge', money('USD', 10_800n), 190n);
    expect(judgeSubject([line], createPostedSums({ EUR: 10_000n }), NOW).kind).toBe('waits');
    expect(judgeSubject([line], createPostedSums({ EUR: 10_000n, USD: -190n }), NOW).kind).toBe('converts');
  });

  test('is not converted if its sum and the posted sum have opposite signs', () => {
    const line = createLine('refund', money('USD', -10_800n));
    expect(judgeSubject([line], createPostedSums({ EUR: 10_000n }), NOW).kind).not.toBe('converts');
  });
});

test('every conversion balances, and the account then equals the sums that the acquirer reports', () => {
  const units = bigInt({ min: -100_000n, max: 100_000n });
  const lines = array(
    record({
      kind: constantFrom('charge' as const, 'refund' as const, 'dispute' as const, 'dispute_reversed' as const),
      units,
      fee: bigInt({ min: 0n, max: 500n }),
      currency: constantFrom('USD', 'USD', 'EUR'),
    }),
    { minLength: 1, maxLength: 3 },
  );
  assert(
    property(lines, units, units, (reportedLines, euros, dollars) => {
      const found = reportedLines.map(({ kind, units: amount, fee, currency }) =>
        createLine(kind, money(currency, amount), fee),
      );
      const before = computeSumsAfter(createPostedSums({ EUR: euros, USD: dollars }), []);
      const judged = judgeSubject(found, before, NOW);
      if (judged.kind === 'agrees')
        expect(computeSumsAfter(before, [])).toEqual(computeSumsAfter(sumMovedUnits(found), []));
      if (judged.kind !== 'converts') return;
      assertBalanced({ kind: 'x', key: 'x', postings: judged.postings });
      expect(computeSumsAfter(before, judged.postings)).toEqual(computeSumsAfter(sumMovedUnits(found), []));
    }),
    { numRuns: 500 },
  );
});
