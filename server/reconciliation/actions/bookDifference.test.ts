import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { createApprovedRunner, parseRequestNumber } from '../../operator/commandLine/commandRunner.testing.ts';
import { runCommand } from '../../operator/commandLine/runCommand.ts';
import { createCommandContext } from '../../operator/persons/testPersons.testing.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { insertLines } from '../../treasury/acquirer/acquirerLineStore.ts';
import { bookLines } from '../../treasury/acquirer/bookLines.ts';
import { findUnclearedDifferences } from '../differences/differenceStore.ts';
import { createMatchingBooks } from '../matchingBooks.testing.ts';
import { differencePlanters, steal } from '../plantedDifferences.testing.ts';

const own = await openOwnDatabase();
const { database } = own;
const runApproved = createApprovedRunner({ database });
let books: Awaited<ReturnType<typeof createMatchingBooks>>;

beforeAll(async () => {
  await seedConfiguration(database, []);
  books = await createMatchingBooks(own.url, database);
  await books.reconcile();
  await books.addOrders(40);
  await books.reconcile();
});

afterAll(() => books.close());

const listUncleared = () => findUnclearedDifferences(database);
const readSums = async () => {
  const rows = await database.many<{ account: string; units: bigint }>(sql`
    select account || ' ' || asset as account, sum(units) as units from ledger_postings group by 1`);
  return new Map(rows.map(({ account, units }) => [account, units]));
};
const requestBooking = async (id: number, as: string) =>
  parseRequestNumber(
    await runCommand(createCommandContext('anna', { database, options: { as } }), 'book-difference', [String(id)]),
  );
const approve = (request: string) => runCommand(createCommandContext('ben', { database }), 'approve', [request]);
const chooseOutcome = ({ units }: { readonly units: bigint }) => (units < 0n ? 'lost' : 'gained');

async function bookAll(): Promise<void> {
  for (const { id, units } of await listUncleared())
    await runApproved('book-difference', [String(id)], { as: chooseOutcome({ units }) });
}

async function createDifferenceByTheft() {
  await steal(books);
  await books.reconcile();
  const [difference] = await listUncleared();
  if (!difference) throw new Error('nothing differs');
  return difference;
}

describe('booking a difference', () => {
  test.each(differencePlanters.map((plant, index) => [plant.name, plant, index + 1] as const))(
    '%s: the books agree exactly at the next comparison and at later ones',
    async (_, plant, n) => {
      await plant(books, n);
      await books.reconcile();
      const found = await listUncleared();
      expect(found.length).toBeGreaterThan(0);
      const before = await readSums();
      await bookAll();
      const after = await readSums();
      for (const { account, asset, units } of found) {
        const changed = [...after].filter(([name, sum]) => name.startsWith(`${account} `) && sum !== before.get(name));
        expect(
          changed.map(([name, sum]) => sum - (before.get(name) ?? 0n)),
          asset,
        ).toContain(units);
      }
      await books.reconcile();
      expect(await listUncleared()).toEqual([]);
      await books.reconcile();
      expect(await listUncleared()).toEqual([]);
    },
  );

  test('that no row explains posts it, lifts the halt at the next comparison, and can be reversed', async () => {
    const difference = await createDifferenceByTheft();
    const halts = () => database.many(sql`select 1 from halts`);
    expect(await halts()).not.toEqual([]);
    const before = await readSums();
    expect(await runApproved('book-difference', [String(difference.id)], { as: 'lost' })).toContain(
      'is booked as lost',
    );
    const account = `expense:difference ${difference.asset}`;
    expect((await readSums()).get(account)).toBe((before.get(account) ?? 0n) - difference.units);
    // Only the next comparison lifts the halt.
    expect(await halts()).not.toEqual([]);
    expect(await database.many(sql`select 1 from reconciliation_runs where requested_by = 'anna'`)).not.toEqual([]);
    await books.reconcile();
    expect([await halts(), await listUncleared()]).toEqual([[], []]);

    const { key } = await database.one<{ key: string }>(
      sql`select key from ledger_transactions where key like ${`difference:${difference.id}:%`}`,
    );
    expect(await runApproved('reverse-booking', [key])).toContain('is reversed');
    await expect(runApproved('reverse-booking', [key])).rejects.toThrow('is already reversed');
    await books.reconcile();
    expect(await listUncleared()).toMatchObject([{ units: difference.units, restUnits: difference.units }]);
    await bookAll();
    await books.reconcile();
    expect(await listUncleared()).toEqual([]);
  });

  test('happens once; a second request for it is refused', async () => {
    const { id } = await createDifferenceByTheft();
    const [first, second] = [await requestBooking(id, 'lost'), await requestBooking(id, 'lost')];
    await approve(first);
    expect(await approve(second).catch((error: Error) => error.message)).toContain('The difference was booked');
    await expect(requestBooking(id, 'lost')).rejects.toThrow('The difference was booked');
    await books.reconcile();
    expect(await listUncleared()).toEqual([]);
  });

  test('is refused if the difference changed after the request', async () => {
    const { id } = await createDifferenceByTheft();
    const request = await requestBooking(id, 'lost');
    await steal(books);
    await books.reconcile();
    await expect(approve(request)).rejects.toThrow('has changed since the request');
    await bookAll();
    await books.reconcile();
    expect(await listUncleared()).toEqual([]);
  });

  test('is refused if the ledger changed after the comparison', async () => {
    const { id, asset } = await createDifferenceByTheft();
    const request = await requestBooking(id, 'lost');
    await books.run(
      `with t as (insert into ledger_transactions (key, kind, at) values ('deposit:beside', 'wallet_deposit', now()) returning id)
      insert into ledger_postings (transaction_id, account, asset, units)
      select id, account, $1, units from t, (values ('asset:wallet', -1), ('equity', 1)) as p (account, units)`,
      [asset],
    );
    await expect(approve(request)).rejects.toThrow('booked in the meantime');
    await books.reconcile();
    await bookAll();
    await books.reconcile();
    expect(await listUncleared()).toEqual([]);
  });

  test('covers its rows: an acquirer line that arrives later can be booked only after the difference’s booking is reversed', async () => {
    const amount = createAmount(fiatAsset('EUR'), 300n);
    const line = {
      lineId: 'late_1',
      kind: 'other' as const,
      vendorType: 'reserve',
      amount,
      fee: createAmount(amount.asset, 0n),
    };
    const reportedLine = { ...line, subjectId: 'late_1', bookedAt: new Date() };
    books.there.charges.push(reportedLine);
    await books.reconcile();
    await bookAll();
    await insertLines(database, 'laid', [reportedLine]);
    await bookLines({ database, log: createLog('silent') });
    const book = () => runApproved('book', ['late_1'], { as: 'owner', of: '' });
    await expect(book()).rejects.toThrow(/is a row of difference:\d+:\d+, which is booked: reverse that first/);
    const { key } = await database.one<{ key: string }>(
      sql`select key from ledger_transactions where kind = 'difference_gained' order by id desc limit 1`,
    );
    await runApproved('reverse-booking', [key]);
    await book();
    await books.reconcile();
    expect(await listUncleared()).toEqual([]);
  });

  test.each([
    ['gained', 'it can only be booked as lost'],
    ['found', 'give --as lost'],
  ])('refuses --as %s and gives the reason', async (as, message) => {
    const { id } = await createDifferenceByTheft();
    await expect(requestBooking(id, as)).rejects.toThrow(message);
    await bookAll();
    await books.reconcile();
  });

  /** Changes the amount of the second bank entry, and the totals of its statement. */
  async function addToSecondEntry(units: number) {
    await books.run(`update bank_entries set units = units + ${units} where id = 'B32'`);
    await books.run(
      `update account_statements set closing_units = closing_units + ${units}, net_units = net_units + ${units} where statement_id = 'second'`,
    );
  }

  test('is refused if its rows sum to zero, since nothing was lost or gained', async () => {
    await differencePlanters.find(({ name }) => name === 'bankHasWrongAmount')?.(books, 31);
    await differencePlanters.find(({ name }) => name === 'bankHasWrongAmount')?.(books, 32);
    await addToSecondEntry(-2);
    await books.reconcile();
    const [difference] = await listUncleared();
    expect(difference).toMatchObject({ units: 0n, state: 'open' });
    await expect(requestBooking(difference?.id ?? 0, 'lost')).rejects.toThrow('add up to zero');
    // Makes the difference bookable again, so that it does not affect other tests.
    await addToSecondEntry(2);
    await books.reconcile();
    await bookAll();
    await books.reconcile();
    expect(await listUncleared()).toEqual([]);
  });
});
