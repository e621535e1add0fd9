import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { PlainRows } from '../../platform/personal/plainRows.ts';
import { sealedFiles } from '../../platform/personal/sealedRows.ts';

export type StoredBatch = { readonly id: string; readonly file: Buffer };

/** They name the payees. */
const files = sealedFiles('transfer_batches');

type SealedBatch<Row extends StoredBatch> = Row & { readonly sealed: Buffer | null };

/** The same rows, with their files opened. */
async function opened<Row extends StoredBatch>(
  database: Queryable,
  rows: readonly SealedBatch<Row>[],
): Promise<Omit<SealedBatch<Row>, 'sealed'>[]> {
  const bytes = await files.openAll(
    database,
    rows.map(({ id, file, sealed }) => ({ row: id, sealed, plain: file })),
  );
  return rows.map(({ sealed: _sealed, ...row }, at) => ({ ...row, file: bytes[at] ?? row.file }));
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
  const rows = await database.many<SealedBatch<FoundBatch>>(sql`
    select b.id, b.file, b.sealed, b.sent_at is not null as "handedOver", r.currency from transfer_batches b
    join lateral (select currency from refunds where batch_id = b.id limit 1) r on true
    where b.id = ${id}`);
  return (await opened<FoundBatch>(database, rows))[0];
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
  const rows = await database.many<SealedBatch<PendingBatch>>(sql`
    select b.id, b.file, b.sealed, r.id as "refundId", r.units from refunds r join transfer_batches b on b.id = r.batch_id
    where r.channel = 'bank' and r.status = 'pending' and r.currency = ${currency} and b.account = ${account}
      and b.sent_at is not null`);
  const pending = await opened<PendingBatch>(database, rows);
  return [...Map.groupBy(pending, ({ id }) => id).values()].map((transfers) => ({
    file: transfers[0]?.file ?? Buffer.alloc(0),
    pending: transfers,
  }));
}

type PendingBatch = StoredBatch & { readonly refundId: string; readonly units: bigint };

export const plainTransferFiles: PlainRows = {
  table: 'transfer_batches',
  async sealSome(transaction, limit) {
    const plain = await transaction.many<StoredBatch>(sql`
      select id, file from transfer_batches where file <> '' limit ${limit} for update skip locked`);
    for (const { id, file } of plain) {
      const sealed = await files.seal(transaction, id, `transfer_file:${id}`, file);
      await transaction.run(sql`update transfer_batches set sealed = ${sealed}, file = '' where id = ${id}`);
    }
    return plain.length;
  },
};
