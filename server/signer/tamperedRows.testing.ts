import fc from 'fast-check';
import sql, { raw, type Sql } from 'sql-template-tag';
import { expect } from 'vitest';
import type { Database, Queryable, Transaction } from '../platform/database/database.ts';

/** A change of one row by an attacker with write access to the database. */
type Change = {
  readonly table: string;
  readonly column: string;
  readonly row: number;
  readonly as: keyof typeof REPLACEMENTS;
};

const REPLACEMENTS = {
  'of the next row': (column: Sql, table: Sql, next: string) =>
    sql`(select ${column} from ${table} where id::text = ${next})`,
  nothing: () => sql`null`,
  'ten times': (column: Sql) => sql`${column} * 10`,
  'a word': () => sql`'converted'`,
} as const;

/** Makes the change. Returns false if the database itself refuses it. */
async function makeChange(transaction: Transaction, { table, column, row, as }: Change): Promise<boolean> {
  const [name, field] = [raw(table), raw(`"${column}"`)];
  const ids = await transaction.many<{ id: string }>(sql`select id::text from ${name} order by id`);
  const idAt = (place: number) => ids[place % ids.length]?.id ?? '';
  await transaction.executeSql('savepoint before');
  try {
    const value = REPLACEMENTS[as](field, name, idAt(row + 1));
    await transaction.run(sql`update ${name} set ${field} = ${value} where id::text = ${idAt(row)}`);
    return true;
  } catch {
    await transaction.executeSql('rollback to savepoint before');
    return false;
  }
}

/** How many pairs of changes are made: `npm run prove` makes more. */
export const PAIRS = Number(process.env['TAMPERED_PAIRS'] ?? 25);

class Undone extends Error {}

/** Returns the result after these changes, which are rolled back; undefined if the database accepted none. */
async function readAfterChanges<Result>(
  database: Database,
  changes: readonly Change[],
  look: (connection: Queryable) => Promise<Result>,
): Promise<Result | undefined> {
  let result: Result | undefined;
  await database
    .transaction(async (transaction) => {
      await transaction.executeSql('set constraints all deferred');
      const taken = [];
      for (const change of changes) taken.push(await makeChange(transaction, change));
      if (taken.includes(true)) result = await look(transaction);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return result;
}

/** Returns every change of every column of these tables, and any two of them. `rows`: how many rows each table has. */
async function listChanges(
  database: Database,
  tables: readonly string[],
  rows: number,
): Promise<{ readonly singles: readonly Change[]; readonly pair: fc.Arbitrary<readonly Change[]> }> {
  const found = await database.many<{ table: string; column: string }>(sql`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and table_name = any (${[...tables]}) and is_generated = 'NEVER'
    order by table_name, ordinal_position`);
  const kinds = Object.keys(REPLACEMENTS) as (keyof typeof REPLACEMENTS)[];
  const singles = found.flatMap((place, index) => kinds.map((as) => ({ ...place, row: index % rows, as })));
  const one = fc.record({
    place: fc.constantFrom(...found),
    row: fc.nat({ max: rows - 1 }),
    as: fc.constantFrom(...kinds),
  });
  const pair = fc.tuple(one, one).map((both) => both.map(({ place, row, as }) => ({ ...place, row, as })));
  return { singles, pair };
}

/**
 * Makes every single change, and many pairs of changes, each rolled back before the next. Expects that everything that the
 * signer then releases is owed, and that nothing leaves twice. Returns how many changes the database accepted.
 */
export async function tamperWithAll(
  database: Database,
  { tables, rows, pairs }: { readonly tables: readonly string[]; readonly rows: number; readonly pairs: number },
  owed: ReadonlySet<string>,
  release: (connection: Queryable) => Promise<readonly string[]>,
): Promise<number> {
  const { singles, pair } = await listChanges(database, tables, rows);
  let taken = 0;
  for (const changes of [...singles.map((each) => [each]), ...fc.sample(pair, { numRuns: pairs, seed: 1 })]) {
    const left = await readAfterChanges(database, changes, release);
    if (!left) continue;
    taken += 1;
    expect(new Set(left).size, JSON.stringify(changes)).toBe(left.length);
    for (const line of left) expect(owed, JSON.stringify(changes)).toContain(line);
  }
  return taken;
}
