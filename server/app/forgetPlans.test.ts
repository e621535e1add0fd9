import type { Sql } from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { lookedAt, planOf } from '../platform/database/plans.testing.ts';
import { keepPriceHistory } from '../purchase/quote/priceHistoryStore.ts';
import { forgetWhatIsOld } from './forgetWhatIsOld.ts';

/** What these hold is little, or is forgotten before it is much: an index would cost more than it spares. */
const little = [
  'answered_challenges',
  'clock',
  'document_requests',
  'market_prices',
  'partner_keys',
  'partner_nonces',
  'partner_secrets',
  'rate_limits',
  'test_quotes',
];

const { database } = await openOwnDatabase();

test('what is old is found by an index, however much is young', async () => {
  const scanned = new Set<string>();
  const client = await database.pool.connect();
  // Empty tables are read from end to end for want of anything cheaper: here only where no index could do.
  await client.query('set enable_seqscan = off');
  const watched = lookedAt(database, async (statement: Sql) => {
    for (const node of await planOf(client, statement))
      if (node['Node Type'] === 'Seq Scan') scanned.add(node['Relation Name'] ?? '');
  });
  await forgetWhatIsOld(watched);
  await keepPriceHistory(watched);
  await client.query('reset enable_seqscan');
  client.release();
  expect([...scanned].filter((table) => !little.includes(table))).toEqual([]);
});
