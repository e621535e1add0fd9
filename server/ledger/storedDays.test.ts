import fc from 'fast-check';
import sql from 'sql-template-tag';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import type { Account } from './account.ts';
import { postEntry, saveDailySums } from './ledgerStore.ts';
import { findStoredDays, selectPostingsWithin, type TimeRange } from './periodPostingStore.ts';
import { areSumsProven, findDailySumsEnd, proveSums } from './sumProofStore.ts';

const { database } = await openOwnDatabase();
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 12;
const EURO = 'iso4217:EUR';
const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

let entryCount = 0;
async function post(at: Date, kind: string, account: Account, units: bigint): Promise<void> {
  entryCount += 1;
  const postings = [
    { account, asset: EURO, units },
    { account: 'equity' as const, asset: EURO, units: -units },
  ];
  await database.transaction((transaction) =>
    postEntry(transaction, { key: `entry ${entryCount}`, kind, postings }, null, at),
  );
}

async function storeAllDays(): Promise<void> {
  while ((await saveDailySums(database, 5)) > 0);
}

const sumWithStoredDays = async (span: TimeRange) =>
  database.many(sql`
    select account, asset, kind, sum(units) as units, sum(postings)::int as postings
    from ${await selectPostingsWithin(database, span)} posted group by 1, 2, 3 order by 1, 2, 3`);

/** Sums from all postings. */
const sumAllPostings = ({ start, end }: TimeRange) =>
  database.many(sql`
    select p.account, p.asset, t.kind, sum(p.units) as units, count(*)::int as postings
    from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
    where t.at >= ${start} and (${end}::timestamptz is null or t.at < ${end}) group by 1, 2, 3 order by 1, 2, 3`);

/** Changes rows as only the owner of the tables can. */
const asTableOwner = (statement: ReturnType<typeof sql>) =>
  database.transaction(async (owner) => {
    await owner.run(sql`set local session_replication_role = replica`);
    await owner.run(statement);
  });

beforeAll(async () => {
  for (let made = 0; made < 120; made += 1) {
    const kind = ['fill', 'broadcast', 'confirmed'][made % 3] ?? '';
    const account = made % 2 === 0 ? 'asset:bank' : 'income:processing';
    await post(ago((made * 7919) % (DAYS * 24)), kind, account, BigInt(made * 3 - 100));
  }
  // Exactly at the beginning of a day.
  await post(new Date(midnight - DAY_MS), 'fill', 'asset:bank', 1n);
});

/** Isolates tests from stored sums and changes of other tests. */
beforeEach(() => database.run(sql`select recompute_ledger_sums()`));

test('stores sums of every day that ended over an hour ago, and of no other', async () => {
  expect(await findDailySumsEnd(database)).toBeNull();
  await storeAllDays();
  const { until } = await database.one<{ until: Date }>(sql`
    select date_trunc('day', slipway_now() - interval '1 hour', 'UTC') as until`);
  expect(await findDailySumsEnd(database)).toEqual(until);
  expect(await saveDailySums(database, 5)).toBe(0);
  const { days, booked } = await database.one<{ days: number; booked: number }>(sql`
    select (select count(distinct day)::int from ledger_days) as days,
      (select count(distinct (at at time zone 'UTC')::date)::int from ledger_transactions where at < ${until}) as booked`);
  expect(days).toBe(booked);
  expect(days).toBeGreaterThan(DAYS / 2);
  expect(await proveSums(database)).toEqual([]);
});

test('sums stored days and single postings of any period exactly', async () => {
  const moment = fc.integer({ min: 0, max: (DAYS + 1) * 24 * 60 }).map((minutes) => ago(minutes / 60));
  const day = fc.integer({ min: 0, max: DAYS + 1 }).map((days) => new Date(midnight - days * DAY_MS));
  const time = fc.oneof(moment, day);
  await storeAllDays();
  expect(await findDailySumsEnd(database)).not.toBeNull();
  await fc.assert(
    fc.asyncProperty(time, fc.option(time), async (start, end) => {
      const span = { start, end };
      expect(await sumWithStoredDays(span)).toEqual(await sumAllPostings(span));
    }),
    { numRuns: 60 },
  );
});

test('detects late postings and changed days, and reads every posting until they are rebuilt', async () => {
  const span = { start: new Date(midnight - 4 * DAY_MS), end: new Date(midnight - DAY_MS) };
  await storeAllDays();
  await post(new Date(midnight - 2 * DAY_MS), 'fill', 'asset:bank', 9n);
  expect(await sumWithStoredDays(span)).not.toEqual(await sumAllPostings(span));
  const faults = await proveSums(database);
  expect(
    faults.map(({ account, storedUnits, summedUnits }) => [account.split(' on ')[0], summedUnits - storedUnits]),
  ).toEqual([
    ['asset:bank', 9n],
    ['equity', -9n],
  ]);
  expect(await areSumsProven(database)).toBe(false);
  expect(await findDailySumsEnd(database)).toBeNull();
  expect(await sumWithStoredDays(span)).toEqual(await sumAllPostings(span));

  await database.run(sql`select recompute_ledger_sums()`);
  expect(await findDailySumsEnd(database)).toBeNull();
  await storeAllDays();
  expect(await proveSums(database)).toEqual([]);
  expect(await sumWithStoredDays(span)).toEqual(await sumAllPostings(span));

  await asTableOwner(sql`
    update ledger_days set postings = postings + 1
    where (day, account, kind) in (select day, account, kind from ledger_days order by 1, 2, 3 limit 1)`);
  expect(await proveSums(database)).toHaveLength(1);
  await database.run(sql`select recompute_ledger_sums()`);
  await storeAllDays();
  await asTableOwner(sql`insert into ledger_days values ('2019-05-01', 'asset:bank', ${EURO}, 'fill', 3, 1)`);
  expect(await proveSums(database)).toMatchObject([
    { account: 'asset:bank on 2019-05-01 by fill', storedUnits: 3n, summedUnits: 0n },
  ]);
});

describe('findStoredDays', () => {
  const at = (text: string) => new Date(`2026-11-${text}Z`);
  const storedUntil = at('20T00:00:00');

  test.each([
    ['that begins and ends at midnight', '10T00:00:00', '12T00:00:00', ['10', '12']],
    ['within a day', '10T01:00:00', '10T09:00:00', undefined],
    ['that begins and ends within a day', '10T01:00:00', '13T09:00:00', ['11', '13']],
    ['with days that are not stored yet', '18T00:00:00', '25T00:00:00', ['18', '20']],
    ['after all stored days', '21T00:00:00', '25T00:00:00', undefined],
  ])('returns the whole stored days, if any, of a period %s', (_name, start, end, days) => {
    expect(findStoredDays({ start: at(start), end: at(end) }, storedUntil)).toEqual(
      days && { start: at(`${days[0]}T00:00:00`), end: at(`${days[1]}T00:00:00`) },
    );
  });

  test('returns days up to the last stored one if the period has no end, and undefined without stored days', () => {
    expect(findStoredDays({ start: at('19T00:00:00'), end: null }, storedUntil)?.end).toEqual(storedUntil);
    expect(findStoredDays({ start: at('10T00:00:00'), end: at('12T00:00:00') }, null)).toBeUndefined();
  });
});
