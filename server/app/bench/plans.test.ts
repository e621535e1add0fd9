import type { Sql } from 'sql-template-tag';
import { beforeAll, expect, test } from 'vitest';
import { ordersNumbered } from '../../console/orders/searchStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { lookedAt, type Plan, planOf } from '../../platform/database/plans.testing.ts';
import { type Filled, fillDatabase } from './filledDatabase.testing.ts';
import { productReads } from './reads.testing.ts';

const ORDERS = 20_000;
/** Orders that are under way: few beside all of them, as in a product that has run for years. */
const OPEN = 60;
/** Tables that grow with every order. */
const growing = new Set([
  'orders',
  'order_events',
  'order_steps',
  'payment_attempts',
  'conversions',
  'payouts',
  'payout_variants',
  'payout_inputs',
  'partner_events',
  'webhook_inbox',
  'mail_outbox',
  'ledger_transactions',
  'ledger_postings',
  'risk_decisions',
  'reconciliation_lines',
]);
const OLD_ORDER = ORDERS / 2;
/** More than what the last six weeks hold, of which a thousand orders are, and far less than what all orders do. */
const MOST_ROWS = ORDERS / 2;
/** Of a table that has many rows for each order. */
const MOST_OF_TABLE = 1 / 5;

const { database } = await openOwnDatabase(8);
let filled: Filled;
let mostRows: ReadonlyMap<string, number>;

beforeAll(async () => {
  filled = await fillDatabase(database, ORDERS, OPEN);
  const { rows } = await database.pool.query<{ table: string; rows: number }>(
    'select relname as table, reltuples::float8 as rows from pg_class where relname = any ($1)',
    [[...growing]],
  );
  mostRows = new Map(rows.map((table) => [table.table, Math.max(MOST_ROWS, table.rows * MOST_OF_TABLE)]));
});

/** By way of an index too. */
function readsWhole(node: Plan): boolean {
  const rows = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);
  return (
    node['Node Type'] === 'Seq Scan' ||
    rows * (node['Actual Loops'] ?? 0) > (mostRows.get(node['Relation Name'] ?? '') ?? MOST_ROWS)
  );
}

/** What writes would write twice if it were run to be looked at. */
function isRead(text: string): boolean {
  return /^\s*(select|with)\b/.test(text) && !/\b(insert|update|delete|nextval)\b(?! of)/.test(text);
}

/** A database that notes which tables its statements read from end to end, as PostgreSQL plans them. */
function watched(scanned: string[]): Database {
  return lookedAt(database, async (statement) => {
    // What sets a transaction's manner has no plan.
    if (statement.text.startsWith('set ')) return;
    for (const node of await planOf(database.pool, statement, { analyze: isRead(statement.text) }))
      if (node['Relation Name'] !== undefined && readsWhole(node)) scanned.push(node['Relation Name']);
  });
}

async function scansOf(name: string): Promise<readonly string[]> {
  const scanned: string[] = [];
  const read = productReads(watched(scanned), filled).find((one) => one.name === name);
  expect(read).toBeDefined();
  await read?.run(OLD_ORDER);
  return scanned.filter((table) => growing.has(table));
}

const reads = productReads(database, { orderNo: String, buyerId: String, mailNumber: Number });

test.each(reads.filter(({ readsAll }) => !readsAll).map(({ name }) => name))(
  '%s reads no table from end to end that grows with the orders',
  async (name) => {
    expect(await scansOf(name)).toEqual([]);
  },
);

test.each([
  `select count(*) from order_events where kind = 'none'`,
  // By an index that holds all that is asked for.
  `select count(*) from order_events where order_id > 0`,
])('a table that is read from end to end is noticed: %s', async (text) => {
  const scanned: string[] = [];
  await watched(scanned).many({ text, values: [] } as never);
  expect(scanned).toEqual(['order_events']);
});

test('the beginning of a number is looked for where numbers stand byte by byte, and not along all of them', async () => {
  const used: (string | undefined)[] = [];
  const looking = {
    ...database,
    async many(statement: Sql) {
      used.push(...(await planOf(database.pool, statement)).flatMap((node) => node['Index Name'] ?? []));
      return [];
    },
  };
  await ordersNumbered(looking, 'BENCH1');
  expect(used).toEqual(['orders_by_number_beginning']);
});
