import fc from 'fast-check';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { expect } from 'vitest';
import type { Transaction } from '../platform/database/database.ts';
import { getRoleName, type RoleName } from '../platform/database/roles/roleNames.ts';
import type { Weakness } from './compromisedSigner.testing.ts';
import { type RowWriteName, writeRows } from './compromiseRows.testing.ts';
import { type AttackerAccess, type CompromiseWorld, HONEST } from './compromiseWorld.testing.ts';

/** Tables that other processes write and the signer does not read: they must have no effect. */
const UNREAD_TABLES = ['bank_entries', 'bank_statements', 'order_claims'];

/** Tables that the signer may read but does not decide by, or that have their own tests, with the reason. */
const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
  schema_migrations: 'whether the tables are there',
  sanctions_lists: 'sealed: sanctionsLists.test.ts',
  sanctions_addresses: 'sealed: sanctionsLists.test.ts',
  signer_status: 'what the signer reports of itself',
  signers: 'what each signer reports of itself; a stop in it is obeyed',
  signer_lease: 'when a signer tries to take over: lead.test.ts',
};

const VALUES = {
  'of the next row': (column: Sql, table: Sql, next: Sql) => sql`(select ${column} from ${table} where ctid = ${next})`,
  nothing: () => sql`null`,
  'ten times': (column: Sql) => sql`${column} * 10`,
  'a status': () => sql`'converted'`,
} as const;
type Value = keyof typeof VALUES;
const VALUE_NAMES = Object.keys(VALUES) as Value[];

/** A column, the role that may write it, and how: a role that may not change a row may add one. */
type WritableColumn = {
  readonly table: string;
  readonly column: string;
  readonly role: RoleName | 'owner';
  readonly by: 'update' | 'insert' | 'delete';
};

type Contradiction = WritableColumn & { readonly row: number; readonly value: Value };

/**
 * Returns the columns of the tables that the signer reads, and of {@link UNREAD_TABLES}, with each role that may write them; the
 * owner for those that no role may update. Rows that may be deleted have an empty column.
 */
export async function findWritableColumns({ database }: CompromiseWorld): Promise<readonly WritableColumn[]> {
  const excludedTables = Object.keys(EXCLUDED_TABLES);
  return database.many<WritableColumn>(sql`
    with columns as (
      select c.oid, attnum, relname as "table", attname as "column" from pg_class c join pg_attribute on attrelid = c.oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
        and attgenerated = '' and not relname = any (${excludedTables})
        and (relname = any (${UNREAD_TABLES}) or has_column_privilege(${getRoleName('signer')}::name, c.oid, attnum, 'select'))
    ), written as (
      select columns.*, role, held from columns, unnest(array['api', 'worker', 'clerk', 'operator']) as role,
        unnest(array['update', 'insert']) as held
      where has_column_privilege(('slipway_' || role)::name, oid, attnum, held)
    )
    select "table", "column", role, held as "by" from written one
    where held = 'update' or not exists (
      select 1 from written other where other.oid = one.oid and other.attnum = one.attnum and other.held = 'update')
    union all
    -- A restored copy of the database may change these
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

/** Returns each way of writing each column, and `pairs` pairs of them. */
export function listContradictions(columns: readonly WritableColumn[], pairs: number, seed: number) {
  const values = ({ by }: WritableColumn) => (by === 'delete' ? VALUE_NAMES.slice(0, 1) : VALUE_NAMES);
  const singles = columns.flatMap((place, row) => values(place).map((value) => [{ ...place, row, value }]));
  const writes = fc.record({
    place: fc.constantFrom(...columns),
    row: fc.nat({ max: 30 }),
    value: fc.constantFrom(...VALUE_NAMES),
  });
  const pairsOfWrites = fc.tuple(writes, writes).map((both) => both.map(({ place, ...how }) => ({ ...place, ...how })));
  return { singles, pairs: fc.sample(pairsOfWrites, { numRuns: pairs, seed }) };
}

/** The database may refuse a value in one row and accept it in another. */
const ROWS_TRIED = 4;

/**
 * Returns columns that no contradiction changes: their table has no row in the world, or the database refuses every value.
 */
export async function findUnchangedColumns(
  world: CompromiseWorld,
  columns: readonly WritableColumn[],
): Promise<readonly string[]> {
  const untouched = new Set(columns.map(formatColumnName));
  await world.run(async (access) => {
    const singles = listContradictions(columns, 0, 1).singles.flat();
    const tries = singles.flatMap((each) =>
      Array.from({ length: ROWS_TRIED }, (_, next) => ({ ...each, row: each.row + next })),
    );
    for (const each of tries) {
      if (!untouched.has(formatColumnName(each))) continue;
      await access.as('owner', async () => {
        if (await access.as(each.role, (transaction) => writeAsRole(transaction, each)))
          untouched.delete(formatColumnName(each));
        throw new Error('undone');
      });
    }
  });
  return [...untouched].toSorted();
}

function formatColumnName({ table, column }: WritableColumn): string {
  return `${table}.${column}`;
}

/**
 * Writes each set of contradictions, has an honest worker request from the signer everything that the tables then contain,
 * twice, and undoes it. Throws if anything leaves beyond what was paid, or to others. Returns how many sets the database
 * accepted, and how much was released.
 */
export async function runContradictions(
  world: CompromiseWorld,
  sets: readonly (readonly Contradiction[])[],
  weakness?: Weakness,
): Promise<{ readonly taken: number; readonly released: number }> {
  let taken = 0;
  let released = 0;
  for (const set of sets) {
    const found = await world.run(async (access) => {
      const written: boolean[] = [];
      for (const each of set) written.push(await access.as(each.role, (transaction) => writeAsRole(transaction, each)));
      if (!written.includes(true)) return;
      taken += 1;
      await requestEverything(world, access);
    }, weakness);
    released += found.released;
    expect(found, JSON.stringify(set)).toMatchObject({ beyond: 0n, redirected: 0n });
  }
  return { taken, released };
}

/**
 * Writes the configuration, requests everything, and undoes it. Throws like {@link runContradictions}. Returns how much was
 * released.
 */
export async function runRowContradictions(
  world: CompromiseWorld,
  names: readonly RowWriteName[],
  weakness?: Weakness,
): Promise<number> {
  const found = await world.run(async (access) => {
    for (const name of names) expect(await writeRows(access, name), name).toBe(true);
    await requestEverything(world, access);
  }, weakness);
  expect(found).toMatchObject({ beyond: 0n, redirected: 0n });
  return found.released;
}

async function writeAsRole(transaction: Transaction, contradiction: Contradiction): Promise<void> {
  if (contradiction.role !== 'owner') return writeContradiction(transaction, contradiction);
  // The owner's writes simulate a restored copy, which bypasses all triggers and foreign keys.
  await transaction.executeSql("set local session_replication_role = 'replica'");
  await writeContradiction(transaction, contradiction);
  await transaction.executeSql("set local session_replication_role = 'origin'");
}

async function writeContradiction(
  transaction: Transaction,
  { table: name, column: field, by, row, value }: Contradiction,
): Promise<void> {
  const [table, column] = [raw(name), raw(`"${field}"`)];
  const place = (index: number) =>
    sql`(select ctid from ${table} order by ctid limit 1 offset ${index} % (select count(*) from ${table}))`;
  if (by === 'delete') return requireChange(transaction, sql`delete from ${table} where ctid = ${place(row)}`);
  const written = VALUES[value](column, table, place(row + 1));
  if (by === 'update')
    return requireChange(transaction, sql`update ${table} set ${column} = ${written} where ctid = ${place(row)}`);
  const found = await transaction.many<{ name: string; isUnique: boolean; type: string }>(sql`
    select attname as name, atttypid::regtype::text as type, exists (
      select 1 from pg_index where indrelid = attrelid and indisunique and attnum = any (indkey)) as "isUnique"
    from pg_attribute where attrelid = ${name}::regclass and attnum > 0 and not attisdropped
      and attidentity <> 'a' and attgenerated = '' and has_column_privilege(attrelid, attnum, 'insert')`);
  const names = found.map((each) => raw(`"${each.name}"`));
  const values = found.map((each) => {
    const own = raw(`"${each.name}"`);
    if (each.name === field) return written;
    // A unique column needs another value in a copied row.
    if (each.isUnique && each.type === 'text') return sql`${own} || 'x'`;
    return each.isUnique && each.type === 'smallint' ? sql`${own} + 100` : own;
  });
  const copy = sql`select ${join(values)} from ${table} where ctid = ${place(row)}`;
  return requireChange(transaction, sql`insert into ${table} (${join(names)}) ${copy}`);
}

async function requireChange(transaction: Transaction, statement: Sql): Promise<void> {
  if ((await transaction.run(statement)) === 0) throw new Error('there is no row');
}

async function requestEverything({ batches }: CompromiseWorld, access: AttackerAccess): Promise<void> {
  const { signer, transaction } = access;
  for (const round of [1, 2]) {
    // The written values may not even parse as an order.
    const orders = await access.orders().catch(() => []);
    const cleared = await signer.signer.clear(orders.map(({ orderNo }) => orderNo));
    const refusals = cleared.kind === 'ok' ? cleared.value : new Map<string, string>();
    for (const [index, order] of orders.entries())
      if (!refusals.has(order.orderNo))
        await access.request('pay', [order], { ...HONEST, nonce: 10 * round + index, spent: [2] });
    for (const { id, file } of batches) await signer.transfers.release(id, file);
    let rows: readonly { readonly id: number }[] = [];
    await access.as('owner', async () => {
      rows = await transaction.many<{ id: number }>(sql`select id from withdrawals order by id`);
    });
    for (const { id } of rows) await signer.withdrawals.withdraw(id);
  }
}
