import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { sealedFiles } from '../../platform/personal/sealedRows.ts';

export type StoredTransferBatch = { readonly id: string; readonly file: Buffer };

/** Files are encrypted because they contain the payees. After erasure a file is empty. */
const files = sealedFiles('transfer_batches', Buffer.alloc(0));

type Sealed<Row extends StoredTransferBatch> = Omit<Row, 'file'> & { readonly sealed: Buffer | null };

/** Returns the same rows in the same order, each with its decrypted file. */
async function decryptFiles<Row extends Sealed<StoredTransferBatch>>(
  database: Queryable,
  rows: readonly Row[],
): Promise<(Omit<Row, 'sealed'> & StoredTransferBatch)[]> {
  const opened = await files.openAll(
    database,
    rows.map(({ id, sealed }) => ({ row: id, sealed })),
  );
  return rows.map(({ sealed: _sealed, ...row }, at) => ({ ...row, file: opened[at] ?? Buffer.alloc(0) }));
}

export async function insertTransferBatch(
  transaction: Transaction,
  batch: StoredTransferBatch & { readonly account: string },
): Promise<void> {
  const sealed = await files.seal(transaction, batch.id, `transfer_file:${batch.id}`, batch.file);
  await transaction.run(sql`
    insert into transfer_batches (id, account, sealed, created_at)
    values (${batch.id}, ${batch.account}, ${sealed}, slipway_now())`);
}

/** Returns a file of transfers, its currency, and whether it has been handed over; undefined if it has no refunds. */
export async function findTransferBatch(database: Queryable, id: string): Promise<FoundBatch | undefined> {
  const rows = await database.many<Sealed<FoundBatch>>(sql`
    select b.id, b.sealed, b.sent_at is not null as handed_over, r.currency from transfer_batches b
    join lateral (select currency from refunds where batch_id = b.id limit 1) r on true
    where b.id = ${id}`);
  return (await decryptFiles(database, rows))[0];
}

type FoundBatch = CurrencyBatch & { readonly handedOver: boolean };
type CurrencyBatch = StoredTransferBatch & { readonly currency: string };

export async function listUnsentBatches(database: Queryable): Promise<{ readonly id: string }[]> {
  return database.many(sql`select id from transfer_batches where sent_at is null order by created_at limit 20`);
}

/**
 * Locks and returns an unsent file; undefined if it was sent, or another worker has locked it. A file has one currency, that
 * of its refunds.
 */
export async function lockUnsentBatch(transaction: Transaction, id: string): Promise<CurrencyBatch | undefined> {
  const batch = await transaction.maybeOne<{ id: string }>(sql`
    select id from transfer_batches where id = ${id} and sent_at is null for update skip locked`);
  return batch && findTransferBatch(transaction, id);
}

/** Deletes a file that was never handed over and has no refunds left, with its data key. */
export async function deleteTransferBatch(transaction: Transaction, id: string): Promise<void> {
  await transaction.run(sql`delete from transfer_batches where id = ${id} and sent_at is null`);
  await transaction.run(sql`delete from data_keys where subject = ${`transfer_file:${id}`}`);
}

export async function markTransferBatchSent(database: Queryable, id: string): Promise<void> {
  await database.run(sql`update transfer_batches set sent_at = slipway_now() where id = ${id} and sent_at is null`);
}

/** Returns the handed-over files of an account and currency, with their transfers that are still pending. */
export async function listPendingTransfers(
  database: Queryable,
  { account, currency }: { readonly account: string; readonly currency: string },
): Promise<
  { readonly file: Buffer; readonly pending: readonly { readonly refundId: string; readonly units: bigint }[] }[]
> {
  const rows = await database.many<Sealed<PendingBatch>>(sql`
    select b.id, b.sealed, r.id as refund_id, r.units from refunds r join transfer_batches b on b.id = r.batch_id
    where r.channel = 'bank' and r.status = 'pending' and r.currency = ${currency} and b.account = ${account}
      and b.sent_at is not null`);
  const pending = await decryptFiles(database, rows);
  return [...Map.groupBy(pending, ({ id }) => id).values()].map((transfers) => ({
    file: transfers[0]?.file ?? Buffer.alloc(0),
    pending: transfers,
  }));
}

type PendingBatch = StoredTransferBatch & { readonly refundId: string; readonly units: bigint };
