import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { computeSentUnits, matchPayouts } from './matchPayouts.ts';

const EUR = fiatAsset('EUR');
const DAY_MS = 86_400_000;
const formatDay = (offset: number) => new Date(Date.UTC(2026, 10, 1) + offset * DAY_MS).toISOString().slice(0, 10);

/** Few amounts, days and words, so that many match. */
const amounts = constantFrom(100n, 200n);
const payouts = array(record({ units: amounts, day: integer({ min: 0, max: 20 }), word: constantFrom('SHOP A', '') }), {
  maxLength: 6,
}).map((found) =>
  found.map(({ units, day, word: descriptor }, index) => ({
    acquirer: 'stripe',
    id: `txn_${index}`,
    subject: `po_${index}x`,
    amount: createAmount(EUR, -units),
    fee: createAmount(EUR, 0n),
    arrivesOn: formatDay(day),
    descriptor,
    bookedAt: new Date(),
  })),
);
const bookings = array(
  record({
    units: amounts,
    day: integer({ min: 0, max: 30 }),
    text: constantFrom('SHOP-A', 'Stripe Payments', 'po_1x', 'rent'),
    direction: constantFrom('credit' as const, 'debit' as const),
    reversal: constantFrom(false, false, true),
    doubt: constantFrom(null, null, 'other'),
  }),
  { maxLength: 6 },
).map((found) =>
  found.map(({ units, day, text, ...more }, index) => ({
    ...more,
    id: `entry_${index}`,
    amount: createAmount(EUR, units),
    bookedOn: formatDay(day),
    remittance: text,
    endToEndId: '',
    counterpartyName: '',
  })),
);

test('matches a payout and a booking only if both are unambiguous', () => {
  assert(
    property(payouts, bookings, (sent, entries) => {
      const { matches, ambiguous } = matchPayouts(sent, entries);
      const ids = matches.flatMap(({ payout, entry }) => [payout.id, entry.id]);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { payout, entry } of matches) {
        expect(entry.amount.units).toBe(computeSentUnits(payout));
        expect([entry.direction, entry.reversal, entry.doubt]).toEqual(['credit', false, null]);
        expect(ambiguous).not.toContain(payout);
        // Without the other payouts it fits the same single booking: no other match has used up a second candidate.
        const others = matchPayouts([payout], entries);
        expect(others.matches.map((match) => match.entry.id)).toEqual([entry.id]);
      }
    }),
    { numRuns: 300 },
  );
});

test('gives the same matches in any order of the input', () => {
  assert(
    property(payouts, bookings, (sent, entries) => {
      const pairs = ({ matches }: ReturnType<typeof matchPayouts>) =>
        matches.map(({ payout, entry }) => `${payout.id} ${entry.id}`).toSorted();
      expect(pairs(matchPayouts(sent.toReversed(), entries.toReversed()))).toEqual(pairs(matchPayouts(sent, entries)));
    }),
  );
});
