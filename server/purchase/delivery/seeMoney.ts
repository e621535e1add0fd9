import type { Queryable } from '../../platform/database/database.ts';
import type { CardAcquirer } from '../../providers/card/cardPort.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import { isReceived, type Order } from '../order/order.ts';
import { findAttempt } from '../payment/attemptStore.ts';

export type MoneyContext = { readonly database: Queryable; readonly card: Pick<CardAcquirer, 'getPayment'> };

/**
 * Just before signing: the acquirer itself says that it has taken what the order asks for, under the order's own number. Our
 * rows say so too, and say whatever the last writer of the database wanted. Money that comes by bank is booked from the
 * bank's files, which are not read again here.
 */
export async function seeMoney({ database, card }: MoneyContext, order: Order): Promise<Outcome<void, 'not_paid'>> {
  if (isReceived(order)) return ok(undefined);
  const attempt = order.currentAttemptId === null ? undefined : await findAttempt(database, order.currentAttemptId);
  if (!attempt?.paymentId) return refused('not_paid');
  const payment = await card.getPayment(attempt.paymentId);
  if (payment.kind === 'refused') return refused('not_paid');
  if (payment.kind !== 'ok') return payment;
  const { orderNo, status, capturedAmount } = payment.value;
  const isTaken = status === 'captured' && capturedAmount.asset.id === order.pay.asset.id;
  const isAll = capturedAmount.units >= order.pay.units;
  return orderNo === order.orderNo && isTaken && isAll ? ok(undefined) : refused('not_paid');
}

/** Those of the orders whose money is seen; one about which nobody answers is not among them. */
export async function thoseSeen(context: MoneyContext, orders: readonly Order[]): Promise<ReadonlySet<number>> {
  const seen = await Promise.all(
    orders.map(async (order) => ((await seeMoney(context, order)).kind === 'ok' ? [order.id] : [])),
  );
  return new Set(seen.flat());
}
