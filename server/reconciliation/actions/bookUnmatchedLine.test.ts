import { randomUUID } from 'node:crypto';
import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { computeSumChanges } from '../../ledger/sumChanges.testing.ts';
import { runCommand } from '../../operator/commandLine/runCommand.ts';
import { createCommandContext } from '../../operator/persons/testPersons.testing.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createUnmatchedLineFixtures } from './manualBookings.testing.ts';

const { database } = await openOwnDatabase();
const { createUnmatchedBooking, createBalanceLine } = createUnmatchedLineFixtures(database);
const EUR = fiatAsset('EUR');
const eur = (units: bigint) => createAmount(EUR, units);

async function book(id: string, options: Record<string, string>): Promise<string> {
  return runCommand(createCommandContext('anna', { database, options }), 'book', [id]);
}

async function readSums(): Promise<Record<string, bigint>> {
  const rows = await database.many<{ account: string; units: bigint }>(sql`
    select account, sum(units) as units from ledger_postings group by account having sum(units) <> 0`);
  return Object.fromEntries(rows.map(({ account, units }) => [account, units / 1_000_000n]));
}

/** Returns the changes of every account, in cents. */
const computeChanges = (work: () => Promise<unknown>) => computeSumChanges(readSums, work);

describe('a bank booking', () => {
  test.each([
    ['credit', 'interest', 'income:interest', -500n],
    ['debit', 'bank-fee', 'expense:bank', 500n],
    ['debit', 'venue-funding', 'asset:transit', 500n],
    ['credit', 'venue-funding', 'asset:transit', -500n],
    ['credit', 'owner', 'equity', -500n],
    ['debit', 'acquirer-payout', 'asset:transit', 500n],
  ] as const)('of a %s as %s moves out of unallocated', async (direction, as, account, units) => {
    const id = await createUnmatchedBooking(direction, 500n);
    expect(await computeChanges(() => book(id, { as }))).toEqual({ [account]: units, 'liability:unallocated': -units });
  });

  test('is booked once under concurrent requests, and settles its alert', async () => {
    const id = await createUnmatchedBooking('credit', 700n);
    const once = await computeChanges(async () => {
      const tries = await Promise.allSettled([book(id, { as: 'interest' }), book(id, { as: 'owner' })]);
      expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    });
    expect(once['liability:unallocated']).toBe(700n);
    await expect(book(id, { as: 'owner' })).rejects.toThrow('is not open');
    const { open } = await database.one<{ open: number }>(
      sql`select count(*)::int as open from operator_alerts where key = ${`bank:${id}`} and settled_at is null`,
    );
    expect(open).toBe(0);
  });

  test('uses the same ledger key as a booking by an order', async () => {
    const id = await createUnmatchedBooking('credit', 710n);
    await book(id, { as: 'owner' });
    const again = database.run(sql`
      insert into ledger_transactions (key, kind, at) values (${`bank:${id}:allocated`}, 'allocated', now())`);
    await expect(again).rejects.toThrow('ledger_transactions_key_key');
  });

  test('of an acquirer payout names the payout and must have its amount', async () => {
    const { subjectId: payout } = await createBalanceLine({ kind: 'payout', amount: eur(-800n) });
    const id = await createUnmatchedBooking('credit', 800n);
    const other = await createUnmatchedBooking('credit', 801n);
    await expect(book(id, { as: 'acquirer-payout' })).rejects.toThrow(`--of PAYOUT; in transit: ${payout}`);
    await expect(book(other, { as: 'acquirer-payout', of: payout })).rejects.toThrow(
      'is 8.00 EUR, but 8.01 EUR arrived',
    );
    expect(await computeChanges(() => book(id, { as: 'acquirer-payout', of: payout }))).toEqual({
      'asset:transit': -800n,
      'liability:unallocated': 800n,
    });
    const twin = await createUnmatchedBooking('credit', 800n);
    await expect(book(twin, { as: 'acquirer-payout', of: payout })).rejects.toThrow('in transit: none');
  });

  test.each([
    ['nothing', {}, 'there is no booking nothing'],
    ['', {}, 'there is no booking ENTRY'],
  ])('named %j is not found', async (id, options, message) => {
    await expect(book(id, options)).rejects.toThrow(message);
  });

  test('cannot be booked as an unknown kind', async () => {
    const id = await createUnmatchedBooking('credit', 900n);
    await expect(book(id, { as: 'present' })).rejects.toThrow('acquirer-payout | venue-funding');
  });
});

describe("an unclassified line of the acquirer's account", () => {
  test('is booked and audited once, as one of the kinds for such lines', async () => {
    const lineId = `txn_${randomUUID()}`;
    await createBalanceLine({ lineId, kind: 'other', vendorType: 'reserve_hold', amount: eur(-300n), fee: eur(20n) });
    await expect(book(lineId, { as: 'interest' })).rejects.toThrow('acquirer-fee | owner');
    expect(await computeChanges(() => book(lineId, { as: 'acquirer-fee' }))).toEqual({
      'asset:acquirer': -320n,
      'expense:acquirer': 320n,
    });
    await expect(book(lineId, { as: 'owner' })).rejects.toThrow('is not open');
    const { lines } = await database.one<{ lines: number }>(
      sql`select count(*)::int as lines from audit_trail where action = 'book' and subject = ${`line ${lineId} of acme`}`,
    );
    expect(lines).toBe(1);
  });
});
