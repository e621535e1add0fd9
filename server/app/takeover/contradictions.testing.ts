import fc from 'fast-check';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { expect } from 'vitest';
import type { Transaction } from '../../platform/database/database.ts';
import { databaseRole, type RoleName } from '../../platform/database/roles/roleNames.ts';
import { type RowWriteName, writeRows } from './takeoverRows.testing.ts';
import type { Weakness } from './takeoverSigner.testing.ts';
import { type Foothold, HONEST, type TakeoverWorld } from './takeoverWorld.testing.ts';

/** What other processes write and the signer does not read: it must change nothing. */
const ALSO = ['bank_entries', 'bank_statements', 'order_claims'];

/** What the signer may read and decides nothing by, or what has tests of its own. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  schema_migrations: 'whether the tables are there',
  sanctions_lists: 'sealed: sanctionsLists.test.ts',
  sanctions_addresses: 'sealed: sanctionsLists.test.ts',
  signer_word: 'what the signer reports of itself',
};

const VALUES = {
  'of the next row': (column: Sql, table: Sql, next: Sql) => sql`(select ${column} from ${table} where ctid = ${next})`,
  nothing: () => sql`null`,
  'ten times': (column: Sql) => sql`${column} * 10`,
  'a word': () => sql`'converted'`,
} as const;
type Value = keyof typeof VALUES;
const VALUE_NAMES = Object.keys(VALUES) as Value[];

/** A column, who may write it, and how: those who may not change a row may add another one. */
type Place = {
  readonly table: string;
  readonly column: string;
  readonly role: RoleName | 'owner';
  readonly by: 'update' | 'insert' | 'delete';
};

type Contradiction = Place & { readonly row: number; readonly value: Value };

/** Every column that the signer reads, from the database's catalogue, with each role that may write it. */
export async function findPlaces({ database }: TakeoverWorld): Promise<readonly Place[]> {
  const left = Object.keys(LEFT_OUT);
  return database.many<Place>(sql`
    with columns as (
      select c.oid, attnum, relname as "table", attname as "column" from pg_class c join pg_attribute on attrelid = c.oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
        and attgenerated = '' and not relname = any (${left})
        and (relname = any (${ALSO}) or has_column_privilege(${databaseRole('signer')}::name, c.oid, attnum, 'select'))
    ), written as (
      select columns.*, role, held from columns, unnest(array['api', 'worker', 'clerk', 'operator']) as role,
        unnest(array['update', 'insert']) as held
      where has_column_privilege(('slipway_' || role)::name, oid, attnum, held)
    )
    select "table", "column", role, held as "by" from written one
    where held = 'update' or not exists (
      select 1 from written other where other.oid = one.oid and other.attnum = one.attnum and other.held = 'update')
    union all
    -- Of a copy that was put back
    select "table", "column", 'owner', 'update' from columns
    where not exists (
      select 1 from written where written.oid = columns.oid and written.attnum = columns.attnum and held = 'update')
    union all
    select distinct "table", '', 'owner', 'delete' from columns
    union all
    select distinct "table", '', role, 'delete' from columns, unnest(array['api', 'worker', 'clerk', 'operator']) as role
    where has_table_privilege(('slipway_' || role)::name, oid, 'delete')
    order by 1, 2, 3, 4`);
}

/** Each way of writing each column, and so many pairs of them. */
export function listContradictions(places: readonly Place[], pairs: number, seed: number) {
  const values = ({ by }: Place) => (by === 'delete' ? VALUE_NAMES.slice(0, 1) : VALUE_NAMES);
  const singles = places.flatMap((place, row) => values(place).map((value) => [{ ...place, row, value }]));
  const one = fc.record({
    place: fc.constantFrom(...places),
    row: fc.nat({ max: 30 }),
    value: fc.constantFrom(...VALUE_NAMES),
  });
  const two = fc.tuple(one, one).map((both) => both.map(({ place, ...how }) => ({ ...place, ...how })));
  return { singles, pairs: fc.sample(two, { numRuns: pairs, seed }) };
}

/** The database may refuse a value in one row, and take it in another one. */
const ROWS_TRIED = 4;

/** Columns that no contradiction changes: their table has no row in the world, or the database refuses every one. */
export async function findUntouched(world: TakeoverWorld, places: readonly Place[]): Promise<readonly string[]> {
  const untouched = new Set(places.map(nameOf));
  await world.run(async (foothold) => {
    const singles = listContradictions(places, 0, 1).singles.flat();
    const tries = singles.flatMap((each) =>
      Array.from({ length: ROWS_TRIED }, (_, next) => ({ ...each, row: each.row + next })),
    );
    for (const each of tries) {
      if (!untouched.has(nameOf(each))) continue;
      await foothold.as('owner', async () => {
        if (await foothold.as(each.role, (transaction) => write(transaction, each))) untouched.delete(nameOf(each));
        throw new Error('undone');
      });
    }
  });
  return [...untouched].toSorted();
}

function nameOf({ table, column }: Place): string {
  return `${table}.${column}`;
}

/**
 * Writes each set of contradictions, has an honest worker ask the signer for everything that the tables say then, twice, and
 * undoes it. Throws if anything leaves beyond what was paid, or to others. Returns how many sets the database took, and how much was let go.
 */
export async function contradict(
  world: TakeoverWorld,
  sets: readonly (readonly Contradiction[])[],
  weakness?: Weakness,
): Promise<{ readonly taken: number; readonly departed: number }> {
  let taken = 0;
  let departed = 0;
  for (const set of sets) {
    const found = await world.run(async (foothold) => {
      const written: boolean[] = [];
      for (const each of set) written.push(await foothold.as(each.role, (transaction) => write(transaction, each)));
      if (!written.includes(true)) return;
      taken += 1;
      await askForEverything(world, foothold);
    }, weakness);
    departed += found.departed;
    expect(found, JSON.stringify(set)).toMatchObject({ beyond: 0n, redirected: 0n });
  }
  return { taken, departed };
}

/** Writes the configuration, asks for everything, and undoes it. Throws as {@link contradict}. Returns how much was let go. */
export async function contradictRows(
  world: TakeoverWorld,
  names: readonly RowWriteName[],
  weakness?: Weakness,
): Promise<number> {
  const found = await world.run(async (foothold) => {
    for (const name of names) expect(await writeRows(foothold, name), name).toBe(true);
    await askForEverything(world, foothold);
  }, weakness);
  expect(found).toMatchObject({ beyond: 0n, redirected: 0n });
  return found.departed;
}

async function write(transaction: Transaction, contradiction: Contradiction): Promise<void> {
  if (contradiction.role !== 'owner') return writeRow(transaction, contradiction);
  // Whoever puts a copy back is kept from nothing, by no trigger and no foreign key.
  await transaction.executeSql("set local session_replication_role = 'replica'");
  await writeRow(transaction, contradiction);
  await transaction.executeSql("set local session_replication_role = 'origin'");
}

async function writeRow(
  transaction: Transaction,
  { table: name, column: field, by, row, value }: Contradiction,
): Promise<void> {
  const [table, column] = [raw(name), raw(`"${field}"`)];
  const place = (index: number) =>
    sql`(select ctid from ${table} order by ctid limit 1 offset ${index} % (select count(*) from ${table}))`;
  if (by === 'delete') return changed(transaction, sql`delete from ${table} where ctid = ${place(row)}`);
  const written = VALUES[value](column, table, place(row + 1));
  if (by === 'update')
    return changed(transaction, sql`update ${table} set ${column} = ${written} where ctid = ${place(row)}`);
  const found = await transaction.many<{ name: string; isUnique: boolean; type: string }>(sql`
    select attname as name, atttypid::regtype::text as type, exists (
      select 1 from pg_index where indrelid = attrelid and indisunique and attnum = any (indkey)) as "isUnique"
    from pg_attribute where attrelid = ${name}::regclass and attnum > 0 and not attisdropped
      and attidentity <> 'a' and attgenerated = '' and has_column_privilege(attrelid, attnum, 'insert')`);
  const names = found.map((each) => raw(`"${each.name}"`));
  const values = found.map((each) => {
    const own = raw(`"${each.name}"`);
    if (each.name === field) return written;
    // A copy of the row may be there only once.
    if (each.isUnique && each.type === 'text') return sql`${own} || 'x'`;
    return each.isUnique && each.type === 'smallint' ? sql`${own} + 100` : own;
  });
  const copy = sql`select ${join(values)} from ${table} where ctid = ${place(row)}`;
  return changed(transaction, sql`insert into ${table} (${join(names)}) ${copy}`);
}

async function changed(transaction: Transaction, statement: Sql): Promise<void> {
  if ((await transaction.run(statement)) === 0) throw new Error('there is no row');
}

async function askForEverything({ batches }: TakeoverWorld, foothold: Foothold): Promise<void> {
  const { signer, transaction } = foothold;
  for (const round of [1, 2]) {
    // What was written may not even be read as an order.
    const orders = await foothold.orders().catch(() => []);
    const cleared = await signer.signer.clear(orders.map(({ orderNo }) => orderNo));
    const refusals = cleared.kind === 'ok' ? cleared.value : new Map<string, string>();
    for (const [index, order] of orders.entries())
      if (!refusals.has(order.orderNo))
        await foothold.request('pay', [order], { ...HONEST, nonce: 10 * round + index, spent: [2] });
    for (const { id, file } of batches) await signer.transfers.release(id, file);
    let rows: readonly { readonly id: number }[] = [];
    await foothold.as('owner', async () => {
      rows = await transaction.many<{ id: number }>(sql`select id from withdrawals order by id`);
    });
    for (const { id } of rows) await signer.withdrawals.withdraw(id);
  }
}
