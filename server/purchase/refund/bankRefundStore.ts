import type { Amount } from '@slipway/money/amount.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { type Creditor, decryptCreditors, encryptCreditor, type StoredCreditor } from './creditorStore.ts';
import {
  AMOUNT,
  buildAmountColumns,
  type Refund,
  type RefundPurpose,
  type StoredAmountRow,
  withAmount,
} from './refundStore.ts';

/** A refund that is sent by bank transfer. */
export type BankRefund = {
  readonly id: string;
  readonly orderId: number | null;
  readonly purpose: RefundPurpose;
  readonly amount: Amount;
  readonly status: Refund['status'];
  readonly creditorName: string;
  readonly creditorAccount: string;
  /** The receipt that is refunded. */
  readonly receiptId: string;
  /** The account from which the bank sends it; null before it is in a file. */
  readonly sentFrom: string | null;
  /** True if its file has been handed over to the bank. */
  readonly handedOver: boolean;
  /** The amount that was returned, in minor units. */
  readonly returnedUnits: bigint;
  /** The reason for which the bank rejected it; null if no rejection was reported. */
  readonly refused: string | null;
};

const BANK_COLUMNS = sql`id, order_id, purpose, ${AMOUNT}, status, refunds.sealed, payment_id as receipt_id, returned_units, refused,
  (select b.account from transfer_batches b where b.id = batch_id) as sent_from,
  exists (select 1 from transfer_batches b where b.id = batch_id and b.sent_at is not null) as handed_over`;

type BankRefundRow = StoredAmountRow<Omit<BankRefund, 'creditorName' | 'creditorAccount'>> & StoredCreditor;

async function decryptBankRefunds(database: Queryable, rows: readonly BankRefundRow[]): Promise<BankRefund[]> {
  const creditors = await decryptCreditors(database, rows);
  return rows.map(({ sealed: _sealed, ...row }, at) =>
    withAmount<BankRefund>({
      ...row,
      creditorName: creditors[at]?.name ?? '',
      creditorAccount: creditors[at]?.account ?? '',
    }),
  );
}

async function findBankRefundWhere(database: Queryable, condition: Sql): Promise<BankRefund | undefined> {
  const row = await database.maybeOne<BankRefundRow>(sql`select ${BANK_COLUMNS} from refunds where ${condition}`);
  return row && (await decryptBankRefunds(database, [row]))[0];
}

/** Returns the bank refunds of an order that have not failed, each with its receipt. */
export async function listLiveBankRefunds(
  database: Queryable,
  orderId: number,
  purpose: RefundPurpose,
): Promise<{ readonly receiptId: string; readonly status: Refund['status']; readonly units: bigint }[]> {
  return database.many(sql`
    select payment_id as receipt_id, status, units from refunds
    where order_id = ${orderId} and channel = 'bank' and purpose = ${purpose} and status <> 'failed'`);
}

/**
 * Inserts a bank refund. Returns false and inserts nothing if a live refund covers the same money, or if the bank has
 * booked a debit with the id of a failed one: until an operator has explained that debit, the money may have been sent.
 */
export async function insertBankRefund(
  transaction: Transaction,
  refund: Omit<BankRefund, 'status' | 'sentFrom' | 'handedOver' | 'returnedUnits' | 'refused'>,
): Promise<boolean> {
  const { creditorName: name, creditorAccount: account } = refund;
  const sealed = await encryptCreditor(transaction, refund.id, { name, account });
  const inserted = await transaction.run(sql`
    insert into refunds (id, order_id, payment_id, units, asset, currency, decimals, status, created_at, updated_at,
      channel, purpose, sealed, has_creditor)
    select ${refund.id}, ${refund.orderId}, ${refund.receiptId}, ${buildAmountColumns(refund.amount)}, 'requested',
      slipway_now(), slipway_now(), 'bank', ${refund.purpose}, ${sealed}::bytea, ${account !== ''}::boolean
    where not exists (
      select 1 from refunds former join bank_entries e on e.end_to_end_id = former.id
      where former.payment_id = ${refund.receiptId} and former.purpose = ${refund.purpose} and former.channel = 'bank'
        and former.status = 'failed' and e.direction = 'debit' and e.status in ('new', 'unallocated'))
    on conflict (payment_id, purpose) where channel = 'bank' and status <> 'failed' do nothing`);
  return inserted > 0;
}

/** Matches refunds that are in no file yet, have a payee's account, and do not belong to a frozen order. */
export const UNSENT_CONDITION = sql`channel = 'bank' and batch_id is null and status = 'requested' and has_creditor
  and not exists (select 1 from orders o where o.id = refunds.order_id and o.frozen)`;

/** Returns unsent refunds, least recently updated first. Refunds without an account wait for the operator. */
export async function listUnsentRefunds(
  database: Queryable,
  currency: string,
  limit: number,
): Promise<{ readonly id: string; readonly account: string }[]> {
  const rows = await database.many<BankRefundRow>(sql`
    select ${BANK_COLUMNS} from refunds
    where ${UNSENT_CONDITION} and currency = ${currency} order by updated_at limit ${limit}`);
  const refunds = await decryptBankRefunds(database, rows);
  return refunds.map(({ id, creditorAccount: account }) => ({ id, account }));
}

/** Moves a refund to the end of the queue after the signer has refused it. */
export async function moveRefundToQueueEnd(database: Queryable, id: string): Promise<void> {
  await database.run(sql`update refunds set updated_at = slipway_now() where id = ${id} and batch_id is null`);
}

/** Locks unsent refunds for a batch of one currency, skipping those that another worker has locked. */
export async function lockUnsentRefunds(
  transaction: Transaction,
  currency: string,
  ids: readonly string[],
): Promise<BankRefund[]> {
  const rows = await transaction.many<BankRefundRow>(sql`
    select ${BANK_COLUMNS} from refunds
    where ${UNSENT_CONDITION} and currency = ${currency} and id = any (${[...ids]})
    order by created_at for update skip locked`);
  return decryptBankRefunds(transaction, rows);
}

export async function listCurrenciesToSend(database: Queryable): Promise<string[]> {
  const rows = await database.many<{ currency: string }>(sql`
    select distinct currency from refunds where ${UNSENT_CONDITION}`);
  return rows.map(({ currency }) => currency);
}

export async function addRefundsToBatch(
  transaction: Transaction,
  ids: readonly string[],
  batchId: string,
): Promise<void> {
  await transaction.run(sql`
    update refunds set batch_id = ${batchId}, status = 'pending', updated_at = slipway_now() where id = any(${ids})`);
}

/** Requeues the refunds of a batch that was never handed over, for another file. */
export async function requeueBatchRefunds(transaction: Transaction, batchId: string): Promise<void> {
  await transaction.run(sql`
    update refunds set batch_id = null, status = 'requested', updated_at = slipway_now()
    where batch_id = ${batchId} and status = 'pending'`);
}

/**
 * Marks an unsent refund as failed if so much of its receipt was recalled meanwhile that less is owed. Returns its order;
 * undefined if that is not the case.
 */
export async function cancelRecalledRefund(transaction: Transaction, id: string): Promise<number | undefined> {
  const cancelled = await transaction.maybeOne<{ orderId: number }>(sql`
    update refunds r set status = 'failed', updated_at = slipway_now() from bank_entries e
    where r.id = ${id} and r.order_id is not null and r.channel = 'bank' and r.batch_id is null and r.status = 'requested'
      and e.id = r.payment_id and e.recalled_units > 0
      and r.units > case r.purpose when 'order' then e.units - e.surplus_units - e.recalled_units
        else least(e.surplus_units, e.units - e.recalled_units) end
    returning r.order_id`);
  return cancelled?.orderId;
}

export async function lockBankRefund(transaction: Transaction, id: string): Promise<BankRefund | undefined> {
  return findBankRefundWhere(transaction, sql`id = ${id} and channel = 'bank' for update`);
}

/** Returns a bank refund; undefined if it is unknown or not sent by bank. */
export async function findBankRefund(database: Queryable, id: string): Promise<BankRefund | undefined> {
  return findBankRefundWhere(database, sql`id = ${id} and channel = 'bank'`);
}

/** Locks and returns the live refund of the same part of a receipt; there is at most one. */
export async function lockLiveBankRefund(
  transaction: Transaction,
  { receiptId, purpose }: Pick<BankRefund, 'receiptId' | 'purpose'>,
): Promise<BankRefund | undefined> {
  return findBankRefundWhere(
    transaction,
    sql`payment_id = ${receiptId} and purpose = ${purpose} and status <> 'failed' and channel = 'bank' for update`,
  );
}

/** Returns how much other banks deducted when they returned refunds of this part of a receipt. That money is lost. */
export async function sumReturnDeductions(
  database: Queryable,
  { receiptId, purpose }: Pick<BankRefund, 'receiptId' | 'purpose'>,
): Promise<bigint> {
  const { lost } = await database.one<{ lost: bigint }>(sql`
    select coalesce(sum(units - returned_units), 0) as lost from refunds
    where payment_id = ${receiptId} and purpose = ${purpose} and channel = 'bank' and status = 'failed'
      and returned_units > 0`);
  return lost;
}

/** Returns the amount of the first refund of this part of a receipt. */
export async function findFirstRefundUnits(
  database: Queryable,
  { receiptId, purpose }: Pick<BankRefund, 'receiptId' | 'purpose'>,
): Promise<bigint> {
  const { units } = await database.one<{ units: bigint }>(sql`
    select units from refunds
    where payment_id = ${receiptId} and purpose = ${purpose} and channel = 'bank' order by created_at, id limit 1`);
  return units;
}

/** Records a full or partial return, and marks the refund as failed. The database rejects a total above its amount. */
export async function addReturnedUnits(transaction: Transaction, id: string, units: bigint): Promise<void> {
  await transaction.run(sql`
    update refunds set status = 'failed', returned_units = returned_units + ${String(units)}::numeric,
      updated_at = slipway_now()
    where id = ${id}`);
}

/** Marks a refund as failed that the bank rejected without a booking, so that no money moved. */
export async function markRefundRejected(transaction: Transaction, id: string, reason: string): Promise<void> {
  await transaction.run(
    sql`update refunds set status = 'failed', refused = ${reason}, updated_at = slipway_now() where id = ${id}`,
  );
}

/** Sets the payee of a refund that is not in a file yet. Returns false if it is no longer waiting. */
export async function setCreditor(database: Queryable, id: string, creditor: Creditor): Promise<boolean> {
  const sealed = await encryptCreditor(database, id, creditor);
  const changed = await database.run(sql`
    update refunds set sealed = ${sealed}, has_creditor = ${creditor.account !== ''}, updated_at = slipway_now()
    where id = ${id} and channel = 'bank' and batch_id is null and status = 'requested'`);
  return changed > 0;
}
