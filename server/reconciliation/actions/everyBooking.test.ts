import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { findUnreversedManualBookings } from '../../ledger/manualBookingStore.ts';
import { createApprovedRunner } from '../../operator/commandLine/commandRunner.testing.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { insertLines } from '../../treasury/acquirer/acquirerLineStore.ts';
import { bookLines } from '../../treasury/acquirer/bookLines.ts';
import { readBookedRows } from '../differences/differenceBookingStore.ts';
import { findUnclearedDifferences } from '../differences/differenceStore.ts';
import { createAcquirerLedgerSide } from '../externalAccounts/acquirerExternalAccount.ts';
import { createMatchingBooks } from '../matchingBooks.testing.ts';
import { differencePlanters, steal } from '../plantedDifferences.testing.ts';

const own = await openOwnDatabase();
const { database } = own;
const runApproved = createApprovedRunner({ database });
const EUR = fiatAsset('EUR');
const PLACE = 'acquirer:laid';
const ORDERS = 400;
let books: Awaited<ReturnType<typeof createMatchingBooks>>;
let orders = 0;
/** The acquirer's balance lines that only a person can book, in the ledger's units. */
const lines = new Map<string, bigint>();

beforeAll(async () => {
  await seedConfiguration(database, []);
  books = await createMatchingBooks(own.url, database);
  await books.reconcile();
  await books.addOrders(ORDERS);
  await books.reconcile();
});
afterAll(() => books.close());

/** Returns true if the command succeeds, and false if it is refused. Any other error fails the test. */
const tryCommand = (doing: Promise<unknown>) => doing.then(() => true).catch((error: Error) => rethrowRefusal(error));

function rethrowRefusal(error: Error): false {
  if (error.name !== 'CommandError') throw error;
  return false;
}

const pickFrom = <Value>(values: readonly Value[], pick: number) => values[pick % values.length];

/** The steps of a run: some make the books differ, the others are comparisons and actions of people. */
const steps = {
  async plantDifference(pick: number) {
    if (orders < ORDERS) await pickFrom(differencePlanters, pick)?.(books, (orders += 1));
  },
  steal: async () => void (await steal(books)),
  compare: () => books.reconcile(),
  async addAcquirerLine(pick: number) {
    const lineId = `aside_${lines.size + 1}`;
    const cents = BigInt((pick % 900) + 1) * (pick % 2 === 0 ? 1n : -1n);
    const line = {
      lineId,
      kind: 'other' as const,
      vendorType: 'reserve',
      amount: createAmount(EUR, cents),
      fee: createAmount(EUR, 0n),
    };
    const reportedLine = { ...line, subjectId: lineId, bookedAt: new Date() };
    books.there.charges.push(reportedLine);
    await insertLines(database, 'laid', [reportedLine]);
    await bookLines({ database, log: createLog('silent') });
    lines.set(lineId, cents * 1_000_000n);
  },
  async book(pick: number) {
    const id = pickFrom([...lines.keys()], pick);
    if (id) await tryCommand(runApproved('book', [id], { as: pick % 3 === 0 ? 'owner' : 'acquirer-fee', of: '' }));
  },
  async reverse(pick: number) {
    const booking = pickFrom(await findUnreversedManualBookings(database, 500), pick);
    if (booking) await tryCommand(runApproved('reverse-booking', [booking.key]));
  },
  async bookDifference(pick: number) {
    const difference = pickFrom(await findUnclearedDifferences(database), pick);
    if (difference)
      await tryCommand(
        runApproved('book-difference', [String(difference.id)], { as: difference.units < 0n ? 'lost' : 'gained' }),
      );
  },
};

const step = fc.record({
  name: fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[]), 'compare' as const, 'book' as const),
  pick: fc.nat(10_000),
});

/** Checks that no action of a person has unbalanced the ledger, and that each line is booked with its exact amount, or not. */
async function expectSoundLedger(): Promise<void> {
  const unbalanced = await database.many(sql`select asset from ledger_postings group by asset having sum(units) <> 0`);
  expect(unbalanced.length).toBe(unbalancedAssets);
  const rows = [
    ...(await createAcquirerLedgerSide(PLACE).readRows(database, new Date(0))),
    ...(await readBookedRows(database, PLACE)).rows,
  ];
  for (const [id, units] of lines) {
    const booked = rows.reduce((sum, row) => (row.id === id ? sum + row.units : sum), 0n);
    expect([0n, units]).toContain(booked);
  }
}

/** The number of assets that planted differences have unbalanced by changing the tables. Actions of people must not add any. */
let unbalancedAssets = 0;

async function countUnbalancedAssets(): Promise<void> {
  const off = await database.many(sql`select asset from ledger_postings group by asset having sum(units) <> 0`);
  unbalancedAssets = off.length;
}

test('keeps the ledger at zero, books no row twice and can resolve every difference, after any bookings and reversals', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (sequence) => {
      for (const { name, pick } of sequence) {
        await steps[name](pick);
        if (name === 'plantDifference') await countUnbalancedAssets();
        await expectSoundLedger();
      }
      // Finally every difference can be resolved: lines by a classification, the remainder as lost or gained.
      await books.reconcile();
      for (const id of lines.keys()) await tryCommand(runApproved('book', [id], { as: 'owner', of: '' }));
      await books.reconcile();
      for (const { id, units } of await findUnclearedDifferences(database))
        await runApproved('book-difference', [String(id)], { as: units < 0n ? 'lost' : 'gained' });
      await books.reconcile();
      expect(await findUnclearedDifferences(database)).toEqual([]);
      await expectSoundLedger();
    }),
    // No shrinking: the database keeps the effects of a run, so a smaller run would not be the same case.
    { numRuns: 6, endOnFailure: true },
  );
});
