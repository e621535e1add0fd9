import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

export type StoredBatch = { readonly id: string; readonly file: Buffer };

export async function insertBatch(
  transaction: Transaction,
  batch: StoredBatch & { readonly account: string },
): Promise<void> {
  await transaction.run(sql`
    insert into transfer_batches (id, account, file, created_at)
    values (${batch.id}, ${batch.account}, ${batch.file}, slipway_now())`);
}

/** A file of ours, whether it has been handed over to the bank, and the currency that it is in. */
export async function findBatch(
  database: Queryable,
  id: string,
): Promise<(StoredBatch & { readonly handedOver: boolean; readonly currency: string }) | undefined> {
  return database.maybeOne(sql`
    select b.id, b.file, b.sent_at is not null as "handedOver", r.currency from transfer_batches b
    join lateral (select currency from refunds where batch_id = b.id limit 1) r on true
    where b.id = ${id}`);
}

export async function unsentBatches(database: Queryable): Promise<{ readonly id: string }[]> {
  return database.many(sql`select id from transfer_batches where sent_at is null order by created_at limit 20`);
}

/** Locked; undefined where another worker has it. A file is in one currency: that of each of its refunds. */
export async function takeUnsentBatch(
  transaction: Transaction,
  id: string,
): Promise<{ readonly file: Buffer; readonly currency: string } | undefined> {
  const batch = await transaction.maybeOne<{ file: Buffer }>(sql`
    select file from transfer_batches where id = ${id} and sent_at is null for update skip locked`);
  const refund =
    batch &&
    (await transaction.maybeOne<{ currency: string }>(
      sql`select currency from refunds where batch_id = ${id} limit 1`,
    ));
  return refund && { ...batch, ...refund };
}

/** Never handed over, and none of its refunds any more. */
export async function deleteBatch(transaction: Transaction, id: string): Promise<void> {
  await transaction.run(sql`delete from transfer_batches where id = ${id} and sent_at is null`);
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
  const rows = await database.many<{ id: string; file: Buffer; refundId: string; units: bigint }>(sql`
    select b.id, b.file, r.id as "refundId", r.units from refunds r join transfer_batches b on b.id = r.batch_id
    where r.channel = 'bank' and r.status = 'pending' and r.currency = ${currency} and b.account = ${account}
      and b.sent_at is not null`);
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((pending) => ({
    file: pending[0]?.file ?? Buffer.alloc(0),
    pending,
  }));
}
