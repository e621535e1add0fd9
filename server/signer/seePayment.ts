import { subtractAmounts } from '@slipway/money/amount.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { CardAcquirer } from '../providers/card/cardPort.ts';
import { type Outcome, ok, refused } from '../providers/outcome.ts';
import { isReceived, type Order } from '../purchase/order/order.ts';
import { findAttempt } from '../purchase/payment/attemptStore.ts';
import type { BankSight } from './bankSight.ts';

export type MoneyContext = {
  readonly database: Queryable;
  readonly card: Pick<CardAcquirer, 'getPayment'>;
  /** Undefined: no transfers are taken. */
  readonly bank: BankSight | undefined;
  /** Bookings that persons have matched with an order by hand, by their ids. */
  readonly matched: (order: Order) => Promise<readonly string[]>;
};

/**
 * Whoever holds the money says that it is here: the acquirer that it has taken, under the order's own number, what the order asks
 * for and given none of it back; the bank's files that so much has come with the order's reference. Our rows say so too, and say
 * whatever the last writer of the database wanted. Answers with what proves it, which is good for one order.
 */
export async function seeMoney(context: MoneyContext, order: Order): Promise<Outcome<string, 'not_paid'>> {
  return isReceived(order) ? seeTransfer(context, order) : seeCardPayment(context, order);
}

async function seeCardPayment({ database, card }: MoneyContext, order: Order): Promise<Outcome<string, 'not_paid'>> {
  const attempt = order.currentAttemptId === null ? undefined : await findAttempt(database, order.currentAttemptId);
  if (!attempt?.paymentId) return refused('not_paid');
  const payment = await card.getPayment(attempt.paymentId);
  if (payment.kind === 'refused') return refused('not_paid');
  if (payment.kind !== 'ok') return payment;
  const { orderNo, status, capturedAmount, refundedAmount } = payment.value;
  const isTaken = status === 'captured' && capturedAmount.asset.id === order.pay.asset.id;
  if (orderNo !== order.orderNo || !isTaken) return refused('not_paid');
  const kept = refundedAmount ? subtractAmounts(capturedAmount, refundedAmount) : capturedAmount;
  return kept.units >= order.pay.units ? ok(`card ${attempt.paymentId}`) : refused('not_paid');
}

async function seeTransfer({ bank, matched }: MoneyContext, order: Order): Promise<Outcome<string, 'not_paid'>> {
  const { pay, transferReference } = order;
  if (!bank || transferReference === null) return refused('not_paid');
  let seen = await bank.receivedWith(transferReference, pay.asset.code);
  if (seen < pay.units)
    for (const entryId of await matched(order)) seen += await bank.receivedAs(entryId, pay.asset.code);
  return seen >= pay.units ? ok(`bank ${transferReference}`) : refused('not_paid');
}
