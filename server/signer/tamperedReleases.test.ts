import { rm } from 'node:fs/promises';
import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import type { Queryable } from '../platform/database/database.ts';
import { PAYER } from '../purchase/refund/testBank.testing.ts';
import { findBatch } from '../purchase/refund/transferBatchStore.ts';
import { givenBackBy } from './givenBack.ts';
import { refundRows } from './releaseStore.ts';
import { createTransferRelease } from './releaseTransfers.ts';
import { memoryReleases, openReleaseWorld } from './releaseWorld.testing.ts';
import { PAIRS, tamperWithAll } from './tamperedRows.testing.ts';

const world = await openReleaseWorld();
const { database } = world;
/** Tables by which a refund is found, and what is said of its money. */
const TABLES = ['refunds', 'transfer_batches', 'bank_entries', 'orders', 'operator_requests'] as const;

afterAll(() => rm(world.files.folder, { recursive: true, force: true }));

/** What a fresh signer lets go of all files and refunds that the tables now tell of: the account and cents of each receipt. */
async function letGo(seen: Queryable): Promise<readonly string[]> {
  const { releases: rows, open } = memoryReleases();
  const releases = await open();
  const accounts = new Map<string, string>();
  const release = createTransferRelease({
    ...world.context,
    releases,
    givenBack: givenBackBy(releases, world.sight),
    saidOf: async () => [],
    vouchesFor: async () => new Map(),
    refundRows: (ids) => refundRows(seen, ids),
    exchange: {
      sendTransfers: async (_name, bytes) => {
        for (const { transferId, creditor } of world.context.bankFiles.readTransfers(bytes).transfers)
          accounts.set(transferId, creditor.account);
      },
    },
  });
  const ids = await seen.many<{ id: string }>(sql`select id from transfer_batches order by id`);
  for (const { id } of [...ids, ...ids]) {
    // What was tampered with may not even open.
    const batch = await findBatch(seen, id).catch(() => undefined);
    if (batch) await release.release(id, batch.file);
  }
  return rows.flatMap(({ content }) =>
    content.kind === 'transfers'
      ? content.transfers.map(({ receipt, refund, units }) => `${receipt} ${accounts.get(refund)} ${units}`)
      : [],
  );
}

test('whoever writes any column that tells of refunds, alone or in pairs, gets nobody’s money sent elsewhere, nor twice', async () => {
  const delivered = await world.paidOrder();
  await world.signed(delivered.orderNo, `bank ${delivered.reference}`);
  const owed: string[] = [];
  const away = { kind: 'unavailable', retryAfterMs: 1, detail: 'a test' } as const;
  world.bank.context.transferRelease = { clear: world.transferRelease.clear, release: async () => away };
  for (let count = 0; count < 3; count += 1) {
    const { orderId, entry } = await world.paidOrder();
    await world.refundOf(orderId);
    owed.push(`${entry.entryId}@${entry.bookedOn} ${PAYER} 10000`);
    await world.send();
  }
  // A file that gives back what was delivered for, and one that sends a refund elsewhere: both as a forger would write them.
  const forged = await world.refundOf(delivered.orderId);
  world.bank.context.transferRelease = {
    clear: async () => ({ kind: 'ok', value: new Map() }),
    release: async () => away,
  };
  await world.send();
  expect((await world.refundRow(forged)).batchId).not.toBeNull();
  expect(new Set(await letGo(database))).toEqual(new Set(owed));

  const kind = { tables: TABLES, rows: 4, pairs: PAIRS };
  expect(await tamperWithAll(database, kind, new Set(owed), letGo)).toBeGreaterThan(150);
});
