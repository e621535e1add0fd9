import type { Amount } from '@slipway/money/amount.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { type Creditor, creditorsOf, type StoredCreditor, sealCreditor } from './creditorStore.ts';
import { AMOUNT, amountColumns, type Counted, type Refund, type RefundPurpose, withAmount } from './refundStore.ts';

/** A refund that the operator's bank sends. */
export type BankRefund = {
  readonly id: string;
  readonly orderId: number | null;
  readonly purpose: RefundPurpose;
  readonly amount: Amount;
  readonly status: Refund['status'];
  readonly creditorName: string;
  readonly creditorAccount: string;
  /** The receipt whose money goes back. */
  readonly receiptId: string;
  /** The account from which the bank was asked to send it; null before. */
  readonly sentFrom: string | null;
  /** Whether the file in which it stands has been handed over to the bank. */
  readonly handedOver: boolean;
  /** What of it came back, in minor units. */
  readonly returnedUnits: bigint;
  /** Why the bank has not carried it out, where a person was told so. */
  readonly refused: string | null;
};

const BANK_COLUMNS = sql`id, order_id as "orderId", purpose, ${AMOUNT}, status, refunds.sealed, payment_id as "receiptId", returned_units as "returnedUnits", refused,
  (select b.account from transfer_batches b where b.id = batch_id) as "sentFrom",
  exists (select 1 from transfer_batches b where b.id = batch_id and b.sent_at is not null) as "handedOver"`;

type BankRefundRow = Counted<Omit<BankRefund, 'creditorName' | 'creditorAccount'>> & StoredCreditor;

async function bankRefundsOf(database: Queryable, rows: readonly BankRefundRow[]): Promise<BankRefund[]> {
  const creditors = await creditorsOf(database, rows);
  return rows.map(({ sealed: _sealed, ...row }, at) =>
    withAmount<BankRefund>({
      ...row,
      creditorName: creditors[at]?.name ?? '',
      creditorAccount: creditors[at]?.account ?? '',
    }),
  );
}

async function bankRefundWhere(database: Queryable, condition: Sql): Promise<BankRefund | undefined> {
  const row = await database.maybeOne<BankRefundRow>(sql`select ${BANK_COLUMNS} from refunds where ${condition}`);
  return row && (await bankRefundsOf(database, [row]))[0];
}

/** Those of an order that have not failed, by the receipt that each gives back. */
export async function liveBankRefunds(
  database: Queryable,
  orderId: number,
  purpose: RefundPurpose,
): Promise<{ readonly receiptId: string; readonly status: Refund['status']; readonly units: bigint }[]> {
  return database.many(sql`
    select payment_id as "receiptId", status, units from refunds
    where order_id = ${orderId} and channel = 'bank' and purpose = ${purpose} and status <> 'failed'`);
}

/**
 * Nothing when a live one gives the same money back already, or when the bank has booked a debit for one that was given
 * up: until a person has explained it the money may have left.
 */
export async function insertBankRefund(
  transaction: Transaction,
  refund: Omit<BankRefund, 'status' | 'sentFrom' | 'handedOver' | 'returnedUnits' | 'refused'>,
): Promise<boolean> {
  const { creditorName: name, creditorAccount: account } = refund;
  const sealed = await sealCreditor(transaction, refund.id, { name, account });
  const inserted = await transaction.run(sql`
    insert into refunds (id, order_id, payment_id, units, asset, currency, decimals, status, created_at, updated_at,
      channel, purpose, sealed, has_creditor)
    select ${refund.id}, ${refund.orderId}, ${refund.receiptId}, ${amountColumns(refund.amount)}, 'requested',
      slipway_now(), slipway_now(), 'bank', ${refund.purpose}, ${sealed}::bytea, ${account !== ''}::boolean
    where not exists (
      select 1 from refunds former join bank_entries e on e.end_to_end_id = former.id
      where former.payment_id = ${refund.receiptId} and former.purpose = ${refund.purpose} and former.channel = 'bank'
        and former.status = 'failed' and e.direction = 'debit' and e.status in ('new', 'unallocated'))
    on conflict (payment_id, purpose) where channel = 'bank' and status <> 'failed' do nothing`);
  return inserted > 0;
}

/** Not in a file yet, and with an account to go to; an order that has been frozen since keeps its own back. */
export const UNSENT = sql`channel = 'bank' and batch_id is null and status = 'requested' and has_creditor
  and not exists (select 1 from orders o where o.id = refunds.order_id and o.frozen)`;

/** Those without an account to send to wait for the operator. What was asked about longest ago comes first. */
export async function unsentRefunds(
  database: Queryable,
  currency: string,
  limit: number,
): Promise<{ readonly id: string; readonly account: string }[]> {
  const rows = await database.many<BankRefundRow>(sql`
    select ${BANK_COLUMNS} from refunds
    where ${UNSENT} and currency = ${currency} order by updated_at limit ${limit}`);
  const refunds = await bankRefundsOf(database, rows);
  return refunds.map(({ id, creditorAccount: account }) => ({ id, account }));
}

/** It was asked about: others come first next time. */
export async function touchRefund(database: Queryable, id: string): Promise<void> {
  await database.run(sql`update refunds set updated_at = slipway_now() where id = ${id} and batch_id is null`);
}

/** Locked, for one batch of one currency; another worker takes others. */
export async function takeUnsentRefunds(
  transaction: Transaction,
  currency: string,
  ids: readonly string[],
): Promise<BankRefund[]> {
  const rows = await transaction.many<BankRefundRow>(sql`
    select ${BANK_COLUMNS} from refunds
    where ${UNSENT} and currency = ${currency} and id = any (${[...ids]})
    order by created_at for update skip locked`);
  return bankRefundsOf(transaction, rows);
}

export async function currenciesToSend(database: Queryable): Promise<string[]> {
  const rows = await database.many<{ currency: string }>(sql`
    select distinct currency from refunds where ${UNSENT}`);
  return rows.map(({ currency }) => currency);
}

export async function setBatch(transaction: Transaction, ids: readonly string[], batchId: string): Promise<void> {
  await transaction.run(sql`
    update refunds set batch_id = ${batchId}, status = 'pending', updated_at = slipway_now() where id = any(${ids})`);
}

/** They wait for another file: theirs was never handed over. */
export async function leaveBatch(transaction: Transaction, batchId: string): Promise<void> {
  await transaction.run(sql`
    update refunds set batch_id = null, status = 'requested', updated_at = slipway_now()
    where batch_id = ${batchId} and status = 'pending'`);
}

export async function takeBankRefund(transaction: Transaction, id: string): Promise<BankRefund | undefined> {
  return bankRefundWhere(transaction, sql`id = ${id} and channel = 'bank' for update`);
}

/** Undefined for what no bank sends, or what is unknown. */
export async function findBankRefund(database: Queryable, id: string): Promise<BankRefund | undefined> {
  return bankRefundWhere(database, sql`id = ${id} and channel = 'bank'`);
}

/** The one that gives the same part of a receipt back and has not failed: there is one at most. */
export async function liveBankRefund(
  transaction: Transaction,
  { receiptId, purpose }: Pick<BankRefund, 'receiptId' | 'purpose'>,
): Promise<BankRefund | undefined> {
  return bankRefundWhere(
    transaction,
    sql`payment_id = ${receiptId} and purpose = ${purpose} and status <> 'failed' and channel = 'bank' for update`,
  );
}

/** What other banks kept of refunds of this part of a receipt when they sent them back: it is gone. */
export async function lostOnTheWay(
  database: Queryable,
  { receiptId, purpose }: Pick<BankRefund, 'receiptId' | 'purpose'>,
): Promise<bigint> {
  const { lost } = await database.one<{ lost: bigint }>(sql`
    select coalesce(sum(units - returned_units), 0) as lost from refunds
    where payment_id = ${receiptId} and purpose = ${purpose} and channel = 'bank' and status = 'failed'
      and returned_units > 0`);
  return lost;
}

/** What was to go back of this part of a receipt at first. */
export async function firstAsked(
  database: Queryable,
  { receiptId, purpose }: Pick<BankRefund, 'receiptId' | 'purpose'>,
): Promise<bigint> {
  const { units } = await database.one<{ units: bigint }>(sql`
    select units from refunds
    where payment_id = ${receiptId} and purpose = ${purpose} and channel = 'bank' order by created_at, id limit 1`);
  return units;
}

/** It is back on our account, or a part of it. The database refuses more than was sent. */
export async function addReturned(transaction: Transaction, id: string, units: bigint): Promise<void> {
  await transaction.run(sql`
    update refunds set status = 'failed', returned_units = returned_units + ${String(units)}::numeric,
      updated_at = slipway_now()
    where id = ${id}`);
}

/** It never left: the bank has said so elsewhere than in a booking. */
export async function setRefused(transaction: Transaction, id: string, reason: string): Promise<void> {
  await transaction.run(
    sql`update refunds set status = 'failed', refused = ${reason}, updated_at = slipway_now() where id = ${id}`,
  );
}

/** Where the money of a refund that waits shall go. False when it does not wait for that. */
export async function setCreditor(database: Queryable, id: string, creditor: Creditor): Promise<boolean> {
  const sealed = await sealCreditor(database, id, creditor);
  const changed = await database.run(sql`
    update refunds set sealed = ${sealed}, has_creditor = ${creditor.account !== ''}, updated_at = slipway_now()
    where id = ${id} and channel = 'bank' and batch_id is null and status = 'requested'`);
  return changed > 0;
}
