import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { sealedFiles } from '../../platform/personal/sealedRows.ts';

export type StoredBatch = { readonly id: string; readonly file: Buffer };

/** They name the payees. After erasure a file is empty. */
const files = sealedFiles('transfer_batches', Buffer.alloc(0));

type Sealed<Row extends StoredBatch> = Omit<Row, 'file'> & { readonly sealed: Buffer | null };

/** The same rows in their order, each with its file opened. */
async function withFiles<Row extends Sealed<StoredBatch>>(
  database: Queryable,
  rows: readonly Row[],
): Promise<(Omit<Row, 'sealed'> & StoredBatch)[]> {
  const opened = await files.openAll(
    database,
    rows.map(({ id, sealed }) => ({ row: id, sealed })),
  );
  return rows.map(({ sealed: _sealed, ...row }, at) => ({ ...row, file: opened[at] ?? Buffer.alloc(0) }));
}

export async function insertBatch(
  transaction: Transaction,
  batch: StoredBatch & { readonly account: string },
): Promise<void> {
  const sealed = await files.seal(transaction, batch.id, `transfer_file:${batch.id}`, batch.file);
  await transaction.run(sql`
    insert into transfer_batches (id, account, sealed, created_at)
    values (${batch.id}, ${batch.account}, ${sealed}, slipway_now())`);
}

/** A file of ours, whether it has been handed over to the bank, and the currency that it is in. */
export async function findBatch(database: Queryable, id: string): Promise<FoundBatch | undefined> {
  const rows = await database.many<Sealed<FoundBatch>>(sql`
    select b.id, b.sealed, b.sent_at is not null as "handedOver", r.currency from transfer_batches b
    join lateral (select currency from refunds where batch_id = b.id limit 1) r on true
    where b.id = ${id}`);
  return (await withFiles(database, rows))[0];
}

type FoundBatch = CurrencyBatch & { readonly handedOver: boolean };
type CurrencyBatch = StoredBatch & { readonly currency: string };

export async function unsentBatches(database: Queryable): Promise<{ readonly id: string }[]> {
  return database.many(sql`select id from transfer_batches where sent_at is null order by created_at limit 20`);
}

/** Locked; undefined where another worker has it. A file is in one currency: that of each of its refunds. */
export async function takeUnsentBatch(transaction: Transaction, id: string): Promise<CurrencyBatch | undefined> {
  const batch = await transaction.maybeOne<{ id: string }>(sql`
    select id from transfer_batches where id = ${id} and sent_at is null for update skip locked`);
  return batch && findBatch(transaction, id);
}

/** Never handed over, and none of its refunds any more. */
export async function deleteBatch(transaction: Transaction, id: string): Promise<void> {
  await transaction.run(sql`delete from transfer_batches where id = ${id} and sent_at is null`);
  await transaction.run(sql`delete from data_keys where subject = ${`transfer_file:${id}`}`);
}

export async function markBatchSent(database: Queryable, id: string): Promise<void> {
  await database.run(sql`update transfer_batches set sent_at = slipway_now() where id = ${id} and sent_at is null`);
}

/** Files that were handed over for an account in a currency, with those of their transfers that are still with the bank. */
export async function pendingTransfers(
  database: Queryable,
  { account, currency }: { readonly account: string; readonly currency: string },
): Promise<
  { readonly file: Buffer; readonly pending: readonly { readonly refundId: string; readonly units: bigint }[] }[]
> {
  const rows = await database.many<Sealed<PendingBatch>>(sql`
    select b.id, b.sealed, r.id as "refundId", r.units from refunds r join transfer_batches b on b.id = r.batch_id
    where r.channel = 'bank' and r.status = 'pending' and r.currency = ${currency} and b.account = ${account}
      and b.sent_at is not null`);
  const pending = await withFiles(database, rows);
  return [...Map.groupBy(pending, ({ id }) => id).values()].map((transfers) => ({
    file: transfers[0]?.file ?? Buffer.alloc(0),
    pending: transfers,
  }));
}

type PendingBatch = StoredBatch & { readonly refundId: string; readonly units: bigint };
