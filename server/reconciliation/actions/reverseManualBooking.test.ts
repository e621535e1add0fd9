import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { beforeAll, expect, test } from 'vitest';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { createApprovedRunner, parseRequestNumber } from '../../operator/commandLine/commandRunner.testing.ts';
import { runCommand } from '../../operator/commandLine/runCommand.ts';
import { createCommandContext } from '../../operator/persons/testPersons.testing.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createUnmatchedLineFixtures } from './manualBookings.testing.ts';

const { database } = await openOwnDatabase();
const { createUnmatchedBooking, createBalanceLine } = createUnmatchedLineFixtures(database);
const runApproved = createApprovedRunner({ database });
const EUR = fiatAsset('EUR');
const eur = (units: bigint) => createAmount(EUR, units);

beforeAll(() => seedConfiguration(database, []));

async function readSums(): Promise<Record<string, bigint>> {
  const rows = await database.many<{ name: string; units: bigint }>(sql`
    select account || ' ' || asset as name, sum(units) as units from ledger_postings group by 1 having sum(units) <> 0`);
  return Object.fromEntries(rows.map(({ name, units }) => [name, units]));
}

const book = (id: string, as: string, of = '') => runApproved('book', [id], { as, of });
const listOpenAlerts = (key: string) =>
  database.many<{ kind: string }>(
    sql`select kind from operator_alerts where key = ${key} and settled_at is null and notification_count = 0`,
  );

test('a reversed bank booking raises its alert again and can be booked correctly; the first entry remains', async () => {
  const id = await createUnmatchedBooking('credit', 500n);
  const before = await readSums();
  await book(id, 'interest');
  expect(await listOpenAlerts(`bank:${id}`)).toEqual([]);
  expect(await runApproved('reverse-booking', [`bank:${id}:allocated`])).toContain('income:interest +5.00 EUR');
  expect(await readSums()).toEqual(before);
  expect(await database.one(sql`select status, reason from bank_entries where id = ${id}`)).toEqual({
    status: 'unallocated',
    reason: 'booking_reversed',
  });
  expect(await listOpenAlerts(`bank:${id}`)).toEqual([{ kind: 'bank_entry' }]);

  await book(id, 'owner');
  const entries = await database.many(sql`
    select t.key, t.kind, r.key as reverses from ledger_transactions t left join ledger_transactions r on r.id = t.reverses
    where t.key like ${`%bank:${id}:allocated`} order by t.id`);
  expect(entries).toEqual([
    { key: `bank:${id}:allocated`, kind: 'interest', reverses: null },
    { key: `reversal:bank:${id}:allocated`, kind: 'interest_reversed', reverses: `bank:${id}:allocated` },
    { key: `again:2:bank:${id}:allocated`, kind: 'owner', reverses: null },
  ]);
  await expect(runApproved('reverse-booking', [`bank:${id}:allocated`])).rejects.toThrow('is already reversed');
  await runApproved('reverse-booking', [`again:2:bank:${id}:allocated`]);
  expect(await readSums()).toEqual(before);
  const audited = await database.many(
    sql`select who, approved_by from audit_trail where action = 'reverse-booking' and subject = ${`bank:${id}:allocated`}`,
  );
  expect(audited).toEqual([
    { who: 'anna', approvedBy: 'ben' },
    { who: 'anna', approvedBy: 'ben' },
  ]);
});

test('needs two people for any amount, and happens once under concurrent approvals', async () => {
  const id = await createUnmatchedBooking('debit', 700n);
  await book(id, 'bank-fee');
  const requestReversal = () =>
    runCommand(createCommandContext('anna', { database }), 'reverse-booking', [`bank:${id}:allocated`]);
  const requests = [parseRequestNumber(await requestReversal()), parseRequestNumber(await requestReversal())];
  await expect(runCommand(createCommandContext('anna', { database }), 'approve', [requests[0] ?? ''])).rejects.toThrow(
    'your own',
  );
  const tries = await Promise.allSettled(
    requests.map((request) => runCommand(createCommandContext('ben', { database }), 'approve', [request])),
  );
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const reversals = await database.many(
    sql`select 1 from ledger_transactions where key = ${`reversal:bank:${id}:allocated`}`,
  );
  expect(reversals).toHaveLength(1);
  const twice = database.run(sql`
    insert into ledger_transactions (key, kind, reverses, at)
    select 'another', 'interest_reversed', id, now() from ledger_transactions where key = ${`bank:${id}:allocated`}`);
  await expect(twice).rejects.toThrow('ledger_transactions_reversed_once');
});

test('the reversal of an acquirer payout’s arrival puts the payout in transit again', async () => {
  const { subjectId } = await createBalanceLine({ kind: 'payout', amount: eur(-800n) });
  const id = await createUnmatchedBooking('credit', 800n);
  await book(id, 'acquirer-payout', subjectId);
  await runApproved('reverse-booking', [`bank:${id}:allocated`]);
  const other = await createUnmatchedBooking('credit', 800n);
  expect(await book(other, 'acquirer-payout', subjectId)).toContain('a payout of the acquirer');
});

test('a reversed acquirer line raises its alert again and can be booked correctly', async () => {
  const { lineId } = await createBalanceLine({
    kind: 'other',
    vendorType: 'reserve_hold',
    amount: eur(-300n),
    fee: eur(20n),
  });
  const before = await readSums();
  await book(lineId, 'owner');
  await runApproved('reverse-booking', [`acquirer:acme:${lineId}`]);
  expect(await readSums()).toEqual(before);
  expect(await listOpenAlerts(`acquirer:acme:${lineId}`)).toEqual([{ kind: 'acquirer_line' }]);
  await book(lineId, 'acquirer-fee');
  expect((await readSums())['expense:acquirer iso4217:EUR']).toBe(320_000_000n);
});

test('books a swap again under its reference after its reversal', async () => {
  const swap = (given: string) =>
    runApproved('swap', [given, 'BTC', '0.4', 'WBTC'], { reference: 'S1', from: 'venue', to: 'wallet' });
  const before = await readSums();
  await swap('0.5');
  await expect(swap('0.4')).rejects.toThrow('the swap is already booked');
  await runApproved('reverse-booking', ['swap:S1']);
  expect(await readSums()).toEqual(before);
  await swap('0.4');
  await expect(swap('0.4')).rejects.toThrow('the swap is already booked');
});

test('refuses a booking that was returned since, now belongs to an order or was not made by hand; lists the others', async () => {
  const id = await createUnmatchedBooking('credit', 900n);
  const key = `bank:${id}:allocated`;
  await expect(runApproved('reverse-booking', [key])).rejects.toThrow('there is no manual booking');
  await book(id, 'interest');
  for (const [status, message] of [
    ['returned', 'was returned since'],
    ['order', 'now belongs to an order'],
  ] as const) {
    await database.run(sql`update bank_entries set status = ${status} where id = ${id}`);
    await expect(runApproved('reverse-booking', [key])).rejects.toThrow(message);
  }
  await database.run(sql`update bank_entries set status = 'treasury' where id = ${id}`);
  const listed = await runCommand(createCommandContext('anna', { database }), 'list', ['bookings']);
  expect(listed).toContain('liability:unallocated +9.00 EUR · income:interest -9.00 EUR');
});
