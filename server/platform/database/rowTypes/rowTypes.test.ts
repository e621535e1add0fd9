import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { PROJECT_FOLDER } from '../../../../tools/start/launch.ts';
import { openOwnDatabase } from '../ownDatabase.testing.ts';
import { type DeclaredRow, readDeclaredRows, type ValueKind } from './declaredRows.testing.ts';
import { describeColumns } from './describeColumns.testing.ts';

/** Statements that are composed at run time, such as a union of as many parts as were chosen. May only fall. */
const MAX_UNREAD = 17;

/** Nullable columns that are filled in every row that a statement selects, with the reason. */
const FILLED: Readonly<Record<string, string>> = {
  'alert_watches.seen_at': 'set together with the holder, who is not null',
  'console_sign_ons.subject': 'set together with the issuer, who is not null',
  'invitations.passkey_challenge': 'set together with its end, which is compared',
  'invitations.proof': 'set when the invited person joins',
  'invitations.proof_signature': 'set when the invited person joins',
  'invitations.public_key': 'set when the invited person joins',
  'partner_writes.sealed_answer': 'set in the transaction that inserts the row',
  'reconciliation_differences.booked_in': 'joined with the ledger transaction',
};

/** PostgreSQL’s errors for a placeholder in place of a list: `syntax_error` and `indeterminate_datatype`. */
const UNREADABLE: ReadonlySet<string> = new Set(['42601', '42P18']);

/** The JavaScript type that `openDatabase` gives each PostgreSQL type; others, such as arrays, become objects. */
const KINDS_BY_TYPE: Readonly<Record<string, ValueKind>> = {
  text: 'string',
  name: 'string',
  uuid: 'string',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  numeric: 'bigint',
  bool: 'boolean',
  timestamptz: 'date',
  timestamp: 'date',
  jsonb: 'any',
};

/** `isNullable`: undefined for a computed value and for a column of a view. */
type Column = {
  readonly name: string;
  readonly kind: ValueKind;
  /** Table and column that the value is read from; undefined for a computed value. */
  readonly tableColumn: string | undefined;
  readonly isNullable: boolean | undefined;
};

const { database, url } = await openOwnDatabase(1);
const client = new pg.Client(url);
await client.connect();
afterAll(async () => client.end());

test('every declared row matches the columns that PostgreSQL describes', async () => {
  const projectFolder = PROJECT_FOLDER.replace(/\/$/u, '');
  const rows = readDeclaredRows(projectFolder, (path) => /^server\/(?!.*\.(?:test|testing)\.ts$)/u.test(path));
  const readColumns = await openColumnReader();
  const faults: string[] = [];
  const unread: string[] = [];
  for (const row of rows) {
    const columns = row.text === undefined ? undefined : await readColumns(row.text);
    if (columns) faults.push(...findFaults(row, columns).map((fault) => `${row.place}: ${fault}`));
    else unread.push(row.place);
  }
  expect(rows.length).toBeGreaterThan(500);
  expect(faults).toEqual([]);
  expect(unread.length, unread.join('\n')).toBeLessThanOrEqual(MAX_UNREAD);
});

const ORDER_ROW: DeclaredRow = {
  place: 'orders.ts:1',
  kinds: new Map([
    ['id', new Set<ValueKind>(['number'])],
    ['reason', new Set<ValueKind>(['string', 'null'])],
  ]),
  text: 'select id, reason from orders',
};
const ID: Column = { name: 'id', kind: 'number', tableColumn: 'orders.id', isNullable: false };
const REASON: Column = { name: 'reason', kind: 'string', tableColumn: 'orders.reason', isNullable: true };

test.each<[string, DeclaredRow, readonly Column[], readonly string[]]>([
  ['equal rows', ORDER_ROW, [ID, REASON], []],
  ['a missing column', ORDER_ROW, [ID], ['reason is not selected']],
  ['another type', ORDER_ROW, [{ ...ID, kind: 'bigint' }, REASON], ['id is bigint, declared as number']],
  ['an undeclared null', ORDER_ROW, [{ ...ID, isNullable: true }, REASON], ['id can be null, declared as number']],
  [
    'null excluded by the statement',
    { ...ORDER_ROW, text: `${ORDER_ROW.text} where id > 4` },
    [{ ...ID, isNullable: true }, REASON],
    [],
  ],
])('compares a row type and the columns: %s', (_, row, columns, faults) => {
  expect(findFaults(row, columns)).toEqual(faults);
});

function findFaults(row: DeclaredRow, columns: readonly Column[]): string[] {
  return [...row.kinds].flatMap(([name, kinds]) => {
    const column = columns.find((one) => one.name === name);
    if (!column) return kinds.has('undefined') ? [] : [`${name} is not selected`];
    const declared = [...kinds].filter((kind) => kind !== 'null' && kind !== 'undefined');
    if (declared.includes('any')) return [];
    if (column.kind !== 'any' && declared.join() !== column.kind)
      return [`${name} is ${column.kind}, declared as ${declared.join()}`];
    if (column.isNullable === true && !kinds.has('null') && !isFilled(row.text ?? '', column.tableColumn ?? name))
      return [`${name} can be null, declared as ${declared.join()}`];
    return [];
  });
}

/** Comparisons of null are never true. */
function isFilled(text: string, tableColumn: string): boolean {
  const [, column] = tableColumn.split('.');
  const comparison = new RegExp(`\\b${column} (?:is not null|in|[=<>@])|starts_with\\(${column},`, 'u');
  return tableColumn in FILLED || comparison.test(text);
}

/** Returns a function that describes a statement; it returns undefined for one with a list of unknown length. */
async function openColumnReader(): Promise<(text: string) => Promise<readonly Column[] | undefined>> {
  const types = await database.many<{ id: number; name: string }>(
    sql`select oid::int as id, typname::text as name from pg_type`,
  );
  const attributes = await database.many<{ key: string; tableColumn: string; isNullable: boolean }>(sql`
    select a.attrelid || '.' || a.attnum as key, c.relname || '.' || a.attname as "tableColumn", not a.attnotnull as "isNullable"
    from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relkind in ('r', 'p')`);
  const typeNames = new Map(types.map(({ id, name }) => [id, name]));
  const tableColumns = new Map(attributes.map(({ key, ...attribute }) => [key, attribute]));
  return async (text) => {
    const columns = await describeColumns(client, text).catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && UNREADABLE.has(error.code ?? '')) return undefined;
      throw new Error(`PostgreSQL does not accept: ${text}`, { cause: error });
    });
    return columns?.map(({ name, typeId, source }) => {
      const attribute = source && tableColumns.get(`${source.tableId}.${source.columnNumber}`);
      return {
        name,
        kind: KINDS_BY_TYPE[typeNames.get(typeId) ?? ''] ?? 'object',
        tableColumn: attribute?.tableColumn,
        isNullable: attribute?.isNullable,
      };
    });
  };
}
