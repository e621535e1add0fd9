import type { Sql } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { explainStatement, withStatementHook } from '../../platform/database/plans.testing.ts';
import { savePriceHistory } from '../../purchase/quote/priceHistoryStore.ts';
import { deleteExpiredData } from './deleteExpiredData.ts';

/** Tables that stay small or are pruned early: an index would cost more than it saves. */
const smallTables = [
  'answered_challenges',
  'clock',
  'document_requests',
  'market_prices',
  'partner_keys',
  'partner_members',
  'partner_nonces',
  'partner_page_checks',
  'partner_secrets',
  'rate_limits',
  'test_quotes',
];

const { database } = await openOwnDatabase();

test('finds expired rows by an index in every table that grows', async () => {
  const scanned = new Set<string>();
  const client = await database.pool.connect();
  // Empty tables are scanned sequentially since that is cheapest; with this setting, only where no index could be used.
  await client.query('set enable_seqscan = off');
  const explained = withStatementHook(database, async (statement: Sql) => {
    for (const node of await explainStatement(client, statement))
      if (node['Node Type'] === 'Seq Scan') scanned.add(node['Relation Name'] ?? '');
  });
  await deleteExpiredData(explained);
  await savePriceHistory(explained);
  await client.query('reset enable_seqscan');
  client.release();
  expect([...scanned].filter((table) => !smallTables.includes(table))).toEqual([]);
});
