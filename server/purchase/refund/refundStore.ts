import { type Amount, createAmount } from '@slipway/money/amount.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { EventKind } from '../order/orderEventKinds.ts';

export type Refund = {
  readonly id: string;
  readonly purpose: RefundPurpose;
  readonly paymentId: string;
  readonly amount: Amount;
  readonly status: 'requested' | 'pending' | 'settled' | 'failed';
  readonly acquirerRefundId: string | null;
};

/** `order`: the order is being refunded. `surplus`: only money above its price, or money without an order. */
export type RefundPurpose = 'order' | 'surplus';

/** The order events of a refund. */
export const refundEventKinds = {
  order: { settled: 'refund_settled', failed: 'refund_failed' },
  surplus: { settled: 'surplus_returned', failed: 'surplus_return_failed' },
} as const satisfies Record<RefundPurpose, { readonly settled: EventKind; readonly failed: EventKind }>;

/** Amounts as stored: minor units with their asset. */
export type StoredAmountRow<Row extends { readonly amount: Amount }> = Omit<Row, 'amount'> & {
  readonly units: bigint;
  readonly asset: string;
  readonly currency: string;
  readonly decimals: number;
};

export function withAmount<Row extends { readonly amount: Amount }>(row: StoredAmountRow<Row>): Row {
  const { units, asset, currency, decimals, ...plain } = row;
  return { ...plain, amount: createAmount({ id: asset, code: currency, decimals }, units) } as unknown as Row;
}

export const AMOUNT = sql`units, asset, currency, decimals`;
const COLUMNS = sql`id, purpose, payment_id, ${AMOUNT}, status, acquirer_refund_id`;

export type OrderRefund = Refund & { readonly orderId: number };

const ORDER_COLUMNS = sql`${COLUMNS}, order_id`;

async function findRefundWhere(database: Queryable, condition: Sql): Promise<OrderRefund | undefined> {
  const row = await database.maybeOne<StoredAmountRow<OrderRefund>>(
    sql`select ${ORDER_COLUMNS} from refunds where channel = 'acquirer' and order_id is not null and ${condition}`,
  );
  return row && withAmount<OrderRefund>(row);
}

/** Returns the oldest undecided card refund of an order, whether sent or not. */
export async function findPendingCardRefund(
  database: Queryable,
  orderId: number,
  purpose: RefundPurpose,
): Promise<OrderRefund | undefined> {
  return findRefundWhere(
    database,
    sql`order_id = ${orderId} and purpose = ${purpose} and status in ('requested', 'pending')
      order by created_at, id limit 1`,
  );
}

/** Returns whether a card refund of the order has failed or was refused by the acquirer. */
export async function hasFailedRefund(database: Queryable, orderId: number, purpose: RefundPurpose): Promise<boolean> {
  const failed = await findRefundWhere(
    database,
    sql`order_id = ${orderId} and purpose = ${purpose} and status = 'failed' limit 1`,
  );
  return failed !== undefined;
}

export async function findCardRefund(database: Queryable, id: string): Promise<OrderRefund | undefined> {
  return findRefundWhere(database, sql`id = ${id}`);
}

export async function findRefundByAcquirerId(
  database: Queryable,
  acquirerRefundId: string,
): Promise<OrderRefund | undefined> {
  return findRefundWhere(database, sql`acquirer_refund_id = ${acquirerRefundId}`);
}

/**
 * Returns how much of a card payment was paid back or is about to be, in minor units: by refunds that Slipway requested, by
 * refunds in the acquirer's dashboard, and by disputes.
 */
export async function sumPaymentOutflows(database: Queryable, paymentId: string): Promise<bigint> {
  const { units } = await database.one<{ units: bigint }>(sql`
    select
      coalesce((select sum(units) from refunds
        where payment_id = ${paymentId} and channel = 'acquirer' and status <> 'failed'), 0)
      + coalesce((select sum(units) from external_refunds where payment_id = ${paymentId} and failed_at is null), 0)
      + coalesce((select sum(held_units + lost_units) from disputes where payment_id = ${paymentId}), 0) as units`);
  return units;
}

export async function insertRefund(
  transaction: Transaction,
  refund: Pick<OrderRefund, 'id' | 'orderId' | 'purpose' | 'paymentId' | 'amount'>,
): Promise<void> {
  await transaction.run(sql`
    insert into refunds (id, order_id, purpose, payment_id, units, asset, currency, decimals, status, created_at, updated_at)
    values (${refund.id}, ${refund.orderId}, ${refund.purpose}, ${refund.paymentId}, ${buildAmountColumns(refund.amount)}, 'requested',
      slipway_now(), slipway_now())`);
}

/**
 * Stores a refund's new status. Returns false if the status has changed since it was evaluated: then the caller must
 * evaluate it again.
 */
export async function advanceRefund(
  database: Queryable,
  judged: Pick<Refund, 'id' | 'status'>,
  news: { readonly status: Refund['status']; readonly acquirerRefundId: string | null },
): Promise<boolean> {
  const moved = await database.run(sql`
    update refunds set status = ${news.status}, acquirer_refund_id = coalesce(${news.acquirerRefundId}, acquirer_refund_id),
      updated_at = slipway_now()
    where id = ${judged.id} and status = ${judged.status}`);
  return moved > 0;
}

export async function setRefundStatus(transaction: Transaction, id: string, status: Refund['status']): Promise<void> {
  await transaction.run(sql`update refunds set status = ${status}, updated_at = slipway_now() where id = ${id}`);
}

export function buildAmountColumns({ units, asset }: Amount): Sql {
  return sql`${units.toString()}::numeric, ${asset.id}, ${asset.code}, ${asset.decimals}`;
}
