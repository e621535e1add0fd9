import { rm } from 'node:fs/promises';
import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import type { Queryable } from '../platform/database/database.ts';
import { PAYER_ACCOUNT } from '../purchase/refund/testBank.testing.ts';
import { findTransferBatch } from '../purchase/refund/transferBatchStore.ts';
import { createPaidBackCalculator } from './releases/paidBackCalculator.ts';
import { findRefundRows } from './releases/releaseStore.ts';
import { createTransferRelease } from './releases/releaseTransfers.ts';
import { createMemoryReleases, openReleaseWorld } from './releases/releaseWorld.testing.ts';
import { PAIRS, tamperWithAll } from './tamperedRows.testing.ts';

const world = await openReleaseWorld();
const { database } = world;
/** Tables by which a refund is found, and that describe its money. */
const TABLES = ['refunds', 'transfer_batches', 'bank_entries', 'orders', 'operator_requests'] as const;

afterAll(() => rm(world.files.folder, { recursive: true, force: true }));

/** Returns what a fresh signer releases of all files and refunds in the tables: the account and cents of each receipt. */
async function releaseAll(connection: Queryable): Promise<readonly string[]> {
  const { releases: rows, open } = createMemoryReleases();
  const releases = await open();
  const accounts = new Map<string, string>();
  const release = createTransferRelease({
    ...world.context,
    releases,
    sumPaidBack: createPaidBackCalculator(releases, world.bankReader),
    listSignedRequests: async () => [],
    findVouches: async () => new Map(),
    findRefundRows: (ids) => findRefundRows(connection, ids),
    exchange: {
      readSent: async () => [],
      sendTransfers: async (_name, bytes) => {
        for (const { transferId, creditor } of world.context.bankFiles.readTransfers(bytes).transfers)
          accounts.set(transferId, creditor.account);
      },
    },
  });
  const ids = await connection.many<{ id: string }>(sql`select id from transfer_batches order by id`);
  for (const { id } of [...ids, ...ids]) {
    // A tampered file may not even open.
    const batch = await findTransferBatch(connection, id).catch(() => undefined);
    if (batch) await release.release(id, batch.file);
  }
  return rows.flatMap(({ content }) =>
    content.kind === 'transfers'
      ? content.transfers.map(({ receipt, refund, units }) => `${receipt} ${accounts.get(refund)} ${units}`)
      : [],
  );
}

test('sends no refund to another account, and none twice, when a value or a pair of values is altered', async () => {
  const delivered = await world.createPaidOrder();
  await world.recordSignedCoins(delivered.orderNo, `bank ${delivered.reference}`);
  const owed: string[] = [];
  const away = { kind: 'unavailable', retryAfterMs: 1, detail: 'a test' } as const;
  world.bank.context.transferRelease = { clear: world.transferRelease.clear, release: async () => away };
  for (let count = 0; count < 3; count += 1) {
    const { orderId, entry } = await world.createPaidOrder();
    await world.requestRefund(orderId);
    owed.push(`${entry.entryId}@${entry.bookedOn} ${PAYER_ACCOUNT} 10000`);
    await world.send();
  }
  // Two forged files: one pays back money for which coins were delivered, the other sends a refund to another account.
  const forged = await world.requestRefund(delivered.orderId);
  world.bank.context.transferRelease = {
    clear: async () => ({ kind: 'ok', value: new Map() }),
    release: async () => away,
  };
  await world.send();
  expect((await world.findRefundRow(forged)).batchId).not.toBeNull();
  expect(new Set(await releaseAll(database))).toEqual(new Set(owed));

  const kind = { tables: TABLES, rows: 4, pairs: PAIRS };
  expect(await tamperWithAll(database, kind, new Set(owed), releaseAll)).toBeGreaterThan(150);
});
