import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import type { Account } from './account.ts';
import { addPostingsToBalances, postEntry, readAccountBalances, readLedgerBalances } from './ledgerStore.ts';
import type { Entry } from './posting.ts';
import { areSumsProven, proveSums } from './sumProofStore.ts';

const { database, url } = await openOwnDatabase(20);
const EURO = 'iso4217:EUR';
const COIN = 'bip122:1/slip44:0';
let entryCount = 0;

type Line = { readonly account: Account; readonly asset: string; readonly units: bigint };

function createEntry(lines: readonly Line[]): Entry {
  entryCount += 1;
  const postings = lines.flatMap((line) => [line, { ...line, account: 'equity' as const, units: -line.units }]);
  return { key: `entry ${entryCount}`, kind: 'received', postings };
}

const createBankEntry = (units: bigint) => createEntry([{ account: 'asset:bank', asset: EURO, units }]);
const postIn = (transaction: Transaction, entry: Entry) => postEntry(transaction, entry, null, new Date());
const post = (entry: Entry) => database.transaction((transaction) => postIn(transaction, entry));

async function addAllToBalances(): Promise<void> {
  while ((await addPostingsToBalances(database, 50)) > 0);
}

/** Balances from all postings, without stored sums. */
const sumAllPostings = (of: Queryable = database) =>
  of.many<{ account: Account; asset: string; units: bigint }>(sql`
    select account, asset, sum(units) as units from ledger_postings group by account, asset order by account, asset`);

const inSnapshot = <Read>(read: (snapshot: Transaction) => Promise<Read>) =>
  database.transaction(async (transaction) => {
    await transaction.run(sql`set transaction isolation level repeatable read, read only`);
    return read(transaction);
  });

/** Checks in one snapshot that all balances, and those of each account, equal the sums of their postings. */
const expectExact = () =>
  inSnapshot(async (snapshot) => {
    const added = await sumAllPostings(snapshot);
    expect(await readLedgerBalances(snapshot)).toEqual(added);
    for (const account of new Set(added.map((row) => row.account))) {
      const own = added.filter((row) => row.account === account).map(({ asset, units }) => [asset, units] as const);
      expect(await readAccountBalances(snapshot, account)).toEqual(new Map(own));
    }
  });

const countUnadded = async () => (await database.many(sql`select 1 from ledger_unsummed`)).length;

const line = fc.record({
  account: fc.constantFrom<Account>('asset:bank', 'asset:venue', 'liability:buyer'),
  asset: fc.constantFrom(EURO, COIN),
  units: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).filter((units) => units !== 0n),
});
const pause = fc.integer({ min: 0, max: 8 });
/** A poster's transaction: entries with pauses between, and whether it commits. */
const postingTransaction = fc.record({
  entries: fc.array(fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 3 }), pause }), {
    minLength: 1,
    maxLength: 3,
  }),
  ends: fc.constantFrom('commit', 'commit', 'rollback'),
});
/** A transaction that sums up postings, which may stay open for a while, or roll back. */
const addingTransaction = fc.record({
  most: fc.integer({ min: 1, max: 9 }),
  pause,
  ends: fc.constantFrom('commit', 'commit', 'rollback'),
});

const UNDONE = new Error('undone');

/** Runs the work in a transaction that then commits or, for `rollback`, is rolled back. */
async function runWithEnding(ends: string, work: (transaction: Transaction) => Promise<void>): Promise<void> {
  const done = database.transaction(async (transaction) => {
    await work(transaction);
    if (ends === 'rollback') throw UNDONE;
  });
  await done.catch((error: unknown) => {
    if (error !== UNDONE) throw error;
  });
}

test('reads exact balances while several transactions post and add postings to balances', async () => {
  let readCount = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(postingTransaction, { maxLength: 4 }), { minLength: 4, maxLength: 8 }),
      fc.array(fc.array(addingTransaction, { maxLength: 8 }), { minLength: 2, maxLength: 4 }),
      async (posters, adders) => {
        const finished = new AbortController();
        const reading = (async () => {
          // At least three, however quickly the others finish.
          for (let own = 0; own < 3 || !finished.signal.aborted; own += 1) {
            await expectExact();
            readCount += 1;
          }
        })();
        const posted = posters.map(async (transactions) => {
          for (const { entries, ends } of transactions)
            await runWithEnding(ends, async (transaction) => {
              for (const { lines, pause: ms } of entries) {
                await postIn(transaction, createEntry(lines));
                await sleep(ms);
              }
            });
        });
        const adding = adders.map(async (transactions) => {
          for (const { most, pause: ms, ends } of transactions)
            await runWithEnding(ends, async (transaction) => {
              await addPostingsToBalances(transaction, most);
              await sleep(ms);
            });
        });
        await Promise.all([...posted, ...adding]).finally(() => finished.abort());
        await reading;
        await expectExact();
      },
    ),
    { numRuns: 15 },
  );
  expect(readCount).toBeGreaterThan(30);
  await addAllToBalances();
  expect(await countUnadded()).toBe(0);
  await expectExact();
  expect(await proveSums(database)).toEqual([]);
});

test('loses nothing when a process is killed while it adds postings, and lets others continue', async () => {
  for (let n = 1n; n <= 5n; n += 1n) await post(createBankEntry(n));
  const before = await countUnadded();
  const script = `import pg from 'pg';
    const client = new pg.Client({ connectionString: process.env.BOOKS });
    await client.connect();
    await client.query('begin');
    const { rows } = await client.query('select sum_ledger(1000) as taken');
    console.log(rows[0].taken);
    setInterval(() => {}, 1000);`;
  const adder = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, BOOKS: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = (await once(adder.stdout, 'data')) as [Buffer];
  expect(Number(output.toString())).toBe(before);
  expect(await addPostingsToBalances(database, 1000)).toBe(0);
  await expectExact();
  adder.kill('SIGKILL');
  await once(adder, 'exit');
  await expect.poll(() => addPostingsToBalances(database, 1000)).toBe(before);
  expect(await countUnadded()).toBe(0);
  await expectExact();
});

test('corrects balances when the table’s owner changes or deletes a posting', async () => {
  await post(createBankEntry(70n));
  await addAllToBalances();
  await database.transaction(async (owner) => {
    await owner.run(sql`alter table ledger_postings disable trigger ledger_postings_append_only`);
    await owner.run(sql`update ledger_postings set units = units * 3 where account = 'asset:bank'`);
    await owner.run(sql`delete from ledger_postings where account = 'asset:bank' and asset = ${EURO} and units = 210`);
    await owner.run(sql`alter table ledger_postings enable trigger ledger_postings_append_only`);
  });
  await expectExact();
  await addAllToBalances();
  await expectExact();
  await expect(database.run(sql`update ledger_postings set units = 1`)).rejects.toThrow('append only');
});

/** Changes rows as only the owner of the tables can. */
const asTableOwner = (statement: ReturnType<typeof sql>) =>
  database.transaction(async (owner) => {
    await owner.run(sql`set local session_replication_role = replica`);
    await owner.run(statement);
  });

test('detects a posting changed without triggers, and adds up all postings until it is right again', async () => {
  await post(createBankEntry(1n));
  await addAllToBalances();
  const { id } = await database.one<{ id: number }>(
    sql`select min(id) as id from ledger_postings where account = 'asset:bank' and asset = ${EURO}`,
  );
  const storedUnits = (await readAccountBalances(database, 'asset:bank')).get(EURO) ?? 0n;
  const change = (units: bigint) =>
    asTableOwner(sql`update ledger_postings set units = units + ${units.toString()}::numeric where id = ${id}`);
  await change(5n);
  try {
    expect((await readAccountBalances(database, 'asset:bank')).get(EURO)).toBe(storedUnits);
    expect(await proveSums(database)).toEqual([
      { account: 'asset:bank', asset: EURO, storedUnits, summedUnits: storedUnits + 5n },
    ]);
    expect(await areSumsProven(database)).toBe(false);
    expect((await readAccountBalances(database, 'asset:bank')).get(EURO)).toBe(storedUnits + 5n);
    expect(await readLedgerBalances(database)).toEqual(await sumAllPostings());
  } finally {
    await change(-5n);
  }
  expect(await proveSums(database)).toEqual([]);
  expect(await areSumsProven(database)).toBe(true);
});

test('detects changed balances and rebuilds them from the postings', async () => {
  await post(createBankEntry(1n));
  await database.run(sql`update ledger_balances set units = units + 7 where account = 'equity' and asset = ${EURO}`);
  await database.run(sql`insert into ledger_balances values ('asset:venue', 'venue:none', 3)`);
  const faults = await proveSums(database);
  expect(faults.map(({ account, storedUnits, summedUnits }) => [account, storedUnits - summedUnits])).toEqual([
    ['asset:venue', 3n],
    ['equity', 7n],
  ]);
  await database.run(sql`select recompute_ledger_sums()`);
  expect(await areSumsProven(database)).toBe(true);
  expect(await proveSums(database)).toEqual([]);
  await expectExact();
});

test('adds up all postings when the balances were not proven for a day', async () => {
  await post(createBankEntry(1n));
  await addAllToBalances();
  await database.run(sql`update ledger_balances set units = units + 7 where account = 'asset:bank'`);
  expect(await readLedgerBalances(database)).not.toEqual(await sumAllPostings());
  await database.run(sql`update sum_proof set proven_at = clock_timestamp() - interval '24 hours'`);
  expect(await readLedgerBalances(database)).toEqual(await sumAllPostings());
  await database.run(sql`select recompute_ledger_sums()`);
});

test('rebuilds balances correctly while others post and add postings', async () => {
  const posts = Array.from({ length: 40 }, (_, index) => post(createBankEntry(BigInt(index + 1))));
  const additions = Array.from({ length: 20 }, () => addPostingsToBalances(database, 7));
  const recomputedSums = Array.from({ length: 4 }, () => database.run(sql`select recompute_ledger_sums()`));
  await Promise.all([...posts, ...additions, ...recomputedSums]);
  expect(await proveSums(database)).toEqual([]);
  await addAllToBalances();
  await expectExact();
});

test('has exact balances after the restore of a backup that was taken during postings', async () => {
  const { database: restored } = await openOwnDatabase();
  // Copies as pg_dump does: every table at one moment, restored before there are triggers.
  const tables = ['ledger_transactions', 'ledger_postings', 'ledger_unsummed', 'ledger_balances', 'sum_proof'];
  for (let n = 1n; n <= 9n; n += 1n) await post(createBankEntry(n));
  const { rows, held } = await inSnapshot(async (snapshot) => {
    const read: unknown[] = [];
    for (const table of tables) {
      const answer = await snapshot.executeSql(`select coalesce(json_agg(t)::text, '[]') as json from ${table} t`);
      read.push((answer.rows as { json: string }[])[0]?.json);
      await post(createBankEntry(100n));
      await addPostingsToBalances(database, 5);
    }
    return { rows: read, held: await sumAllPostings(snapshot) };
  });
  expect(held).not.toEqual(await sumAllPostings());
  await restored.transaction(async (owner) => {
    await owner.executeSql('set local session_replication_role = replica');
    for (const [index, table] of tables.entries()) {
      await owner.executeSql(`delete from ${table}`);
      await owner.executeSql(
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1::json)`,
        [rows[index]],
      );
      if (table.startsWith('ledger_') && table !== 'ledger_balances')
        await owner.executeSql(
          `select setval(pg_get_serial_sequence('${table}', 'id'), (select coalesce(max(id), 1) from ${table}))`,
        );
    }
  });
  expect(await proveSums(restored)).toEqual([]);
  expect(await readLedgerBalances(restored)).toEqual(held);
  await restored.transaction((transaction) => postIn(transaction, createBankEntry(5n)));
  while ((await addPostingsToBalances(restored, 7)) > 0);
  expect(await proveSums(restored)).toEqual([]);
});
