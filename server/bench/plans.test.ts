import type { Sql } from 'sql-template-tag';
import { beforeAll, expect, test } from 'vitest';
import { findOrdersByNumber } from '../console/orders/searchStore.ts';
import type { Database } from '../platform/database/database.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { explainStatement, type PlanNode, withStatementHook } from '../platform/database/plans.testing.ts';
import { type FilledDatabase, fillDatabase } from './filledDatabase.testing.ts';
import { createProductReads } from './reads.testing.ts';

const ORDERS = 20_000;
/** Open orders: few of all orders, as after years of operation. */
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
/** More than the rows of the last six weeks, which have a thousand orders, and far fewer than those of all orders. */
const MOST_ROWS = ORDERS / 2;
/** Largest share that a read may touch of a table with many rows per order. */
const MOST_OF_TABLE = 1 / 5;

const { database } = await openOwnDatabase(8);
let filled: FilledDatabase;
let mostRows: ReadonlyMap<string, number>;

beforeAll(async () => {
  filled = await fillDatabase(database, ORDERS, OPEN);
  const { rows } = await database.pool.query<{ table: string; rows: number }>(
    'select relname as table, reltuples::float8 as rows from pg_class where relname = any ($1)',
    [[...growing]],
  );
  mostRows = new Map(rows.map((table) => [table.table, Math.max(MOST_ROWS, table.rows * MOST_OF_TABLE)]));
});

/** Returns true for full scans, including those through an index. */
function isFullScan(node: PlanNode): boolean {
  const rows = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);
  return (
    node['Node Type'] === 'Seq Scan' ||
    rows * (node['Actual Loops'] ?? 0) > (mostRows.get(node['Relation Name'] ?? '') ?? MOST_ROWS)
  );
}

/** Returns true if a statement only reads, so that `analyze` may run it once more. */
function isRead(text: string): boolean {
  return /^\s*(select|with)\b/.test(text) && !/\b(insert|update|delete|nextval)\b(?! of)/.test(text);
}

/** Returns a database that records which tables its statements read entirely, according to PostgreSQL's plans. */
function recordScans(scanned: string[]): Database {
  return withStatementHook(database, async (statement) => {
    // `set` statements have no plan.
    if (statement.text.startsWith('set ')) return;
    for (const node of await explainStatement(database.pool, statement, { analyze: isRead(statement.text) }))
      if (node['Relation Name'] !== undefined && isFullScan(node)) scanned.push(node['Relation Name']);
  });
}

async function listScans(name: string): Promise<readonly string[]> {
  const scanned: string[] = [];
  const read = createProductReads(recordScans(scanned), filled).find((one) => one.name === name);
  expect(read).toBeDefined();
  await read?.run(OLD_ORDER);
  return scanned.filter((table) => growing.has(table));
}

const reads = createProductReads(database, { orderNo: String, buyerId: String, mailNumber: Number });

test.each(reads.filter(({ readsAll }) => !readsAll).map(({ name }) => name))(
  '%s scans no whole table that grows with the orders',
  async (name) => {
    expect(await listScans(name)).toEqual([]);
  },
);

test.each([
  `select count(*) from order_events where kind = 'none'`,
  // By an index-only scan.
  `select count(*) from order_events where order_id > 0`,
])('detects a full table scan: %s', async (text) => {
  const scanned: string[] = [];
  await recordScans(scanned).many({ text, values: [] } as never);
  expect(scanned).toEqual(['order_events']);
});

test('finds orders by the beginning of their number through an index', async () => {
  const used: (string | undefined)[] = [];
  const recording = {
    ...database,
    async many(statement: Sql) {
      used.push(...(await explainStatement(database.pool, statement)).flatMap((node) => node['Index Name'] ?? []));
      return [];
    },
  };
  await findOrdersByNumber(recording, 'BENCH1');
  expect(used).toEqual(['orders_by_number_beginning']);
});
