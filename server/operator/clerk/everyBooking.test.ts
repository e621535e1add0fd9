import { amountOf } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { standingHandBookings } from '../../ledger/handBookingStore.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { acquirerLedger } from '../../reconciliation/acquirerPlace.ts';
import { bookedRows } from '../../reconciliation/differenceBookingStore.ts';
import { standingDifferences } from '../../reconciliation/differenceStore.ts';
import { layBooks } from '../../reconciliation/laidBooks.testing.ts';
import { plants, steal } from '../../reconciliation/plantedDifferences.testing.ts';
import { insertLines } from '../../treasury/acquirer/acquirerLineStore.ts';
import { bookLines } from '../../treasury/acquirer/bookLines.ts';
import { createAgreedRunner } from '../commandRunner.testing.ts';

const own = await openOwnDatabase();
const { database } = own;
const agreed = createAgreedRunner({ database });
const EUR = fiatAsset('EUR');
const PLACE = 'acquirer:laid';
const ORDERS = 400;
let books: Awaited<ReturnType<typeof layBooks>>;
let orders = 0;
/** What the acquirer has of lines that nobody has a rule for, in the ledger's units. */
const lines = new Map<string, bigint>();

beforeAll(async () => {
  await seedConfiguration(database, []);
  books = await layBooks(own.url, database);
  await books.reconcile();
  await books.addOrders(ORDERS);
  await books.reconcile();
});
afterAll(() => books.close());

/** What a person refused is no fault: the books are looked at all the same. */
const tried = (doing: Promise<unknown>) => doing.then(() => true).catch((error: Error) => refusalOf(error));

function refusalOf(error: Error): false {
  if (error.name !== 'CommandError') throw error;
  return false;
}

const picked = <Value>(values: readonly Value[], pick: number) => values[pick % values.length];

/** Each spoils the books, or does about them what a person may. */
const steps = {
  async spoil(pick: number) {
    if (orders < ORDERS) await picked(plants, pick)?.(books, (orders += 1));
  },
  steal: async () => void (await steal(books)),
  compare: () => books.reconcile(),
  async arrive(pick: number) {
    const lineId = `aside_${lines.size + 1}`;
    const cents = BigInt((pick % 900) + 1) * (pick % 2 === 0 ? 1n : -1n);
    const line = {
      lineId,
      kind: 'other' as const,
      word: 'reserve',
      amount: amountOf(EUR, cents),
      fee: amountOf(EUR, 0n),
    };
    const told = { ...line, subjectId: lineId, bookedAt: new Date() };
    books.there.charges.push(told);
    await insertLines(database, 'laid', [told]);
    await bookLines({ database, log: createLog('silent') });
    lines.set(lineId, cents * 1_000_000n);
  },
  async book(pick: number) {
    const id = picked([...lines.keys()], pick);
    if (id) await tried(agreed('book', [id], { as: pick % 3 === 0 ? 'owner' : 'acquirer-fee', of: '' }));
  },
  async reverse(pick: number) {
    const booking = picked(await standingHandBookings(database, 500), pick);
    if (booking) await tried(agreed('reverse-booking', [booking.key]));
  },
  async bookDifference(pick: number) {
    const difference = picked(await standingDifferences(database), pick);
    if (difference)
      await tried(
        agreed('book-difference', [String(difference.id)], { as: difference.units < 0n ? 'lost' : 'gained' }),
      );
  },
};

const step = fc.record({
  does: fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[]), 'compare' as const, 'book' as const),
  pick: fc.nat(10_000),
});

/** The ledger is at zero, and of no line it has anything but nothing or what came, whoever booked it. */
async function expectSound(): Promise<void> {
  const off = await database.many(sql`select asset from ledger_postings group by asset having sum(units) <> 0`);
  expect(off.length).toBe(spoiltSums);
  const rows = [
    ...(await acquirerLedger(PLACE).rows(database, new Date(0))),
    ...(await bookedRows(database, PLACE)).rows,
  ];
  for (const [id, units] of lines) {
    const has = rows.reduce((sum, row) => (row.id === id ? sum + row.units : sum), 0n);
    expect([0n, units]).toContain(has);
  }
}

/** Assets in which a spoiler itself has unbalanced the ledger, as no process can: none grows by what persons do. */
let spoiltSums = 0;

async function countSpoilt(): Promise<void> {
  const off = await database.many(sql`select asset from ledger_postings group by asset having sum(units) <> 0`);
  spoiltSums = off.length;
}

test('whatever persons book, reverse and write off, the ledger stays at zero and no row is booked twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (said) => {
      for (const { does, pick } of said) {
        await steps[does](pick);
        if (does === 'spoil') await countSpoilt();
        await expectSound();
      }
      // Whatever is left can be brought to agree: lines by what they are, the rest as lost or gained.
      await books.reconcile();
      for (const id of lines.keys()) await tried(agreed('book', [id], { as: 'owner', of: '' }));
      await books.reconcile();
      for (const { id, units } of await standingDifferences(database))
        await agreed('book-difference', [String(id)], { as: units < 0n ? 'lost' : 'gained' });
      await books.reconcile();
      expect(await standingDifferences(database)).toEqual([]);
      await expectSound();
    }),
    { numRuns: 6 },
  );
});
