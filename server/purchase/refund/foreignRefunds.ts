import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { CardRefund } from '../../providers/card/cardPort.ts';
import { applyEvent, type OrderMachine } from '../order/applyEvent.ts';
import { lockOrder } from '../order/orderStore.ts';
import { findAttemptByPayment } from '../payment/attemptStore.ts';
import { failRefundElsewhere, insertRefundElsewhere } from './foreignRefundStore.ts';
import { recordRefund } from './refundNews.ts';
import { findCardRefund, findRefundByAcquirerId, type RefundOfOrder } from './refundStore.ts';

type ForeignContext = { readonly database: Database; readonly machine: OrderMachine };

/** Takes the acquirer's word about any refund to its order, ours or made by hand. */
export async function recordAnyRefund(context: ForeignContext, news: CardRefund): Promise<void> {
  const own = await ownRefund(context.database, news);
  if (own) await recordRefund(context, own, news);
  else await recordForeign(context, news);
}

/** Ours by the acquirer's id, or by what we sent along: a webhook may come before the answer that names it. */
async function ownRefund(database: Database, news: CardRefund): Promise<RefundOfOrder | undefined> {
  const known = await findRefundByAcquirerId(database, news.refundId);
  if (known) return known;
  if (news.reference === '') return undefined;
  const named = await findCardRefund(database, news.reference);
  return named?.paymentId === news.paymentId ? named : undefined;
}

/** Money given back by hand in the acquirer's dashboard. What has failed has moved nothing. */
async function recordForeign({ database, machine }: ForeignContext, news: CardRefund): Promise<void> {
  const attempt = await findAttemptByPayment(database, news.paymentId);
  if (!attempt) return;
  await database.transaction(async (transaction) => {
    const { order } = await lockOrder(transaction, attempt.orderId);
    const key = `${news.refundId}:${news.status}`;
    if (news.status === 'failed') return takeBack(machine, transaction, order, news);
    // Not gone for certain, and never to be given back or sent a second time meanwhile.
    if (news.status === 'pending') {
      const facts = { reason: 'refunded_elsewhere' };
      await applyEvent(machine, transaction, order.id, { kind: 'risk_flagged', key, facts });
      return;
    }
    const { refundId, paymentId } = news;
    const { units } = news.amount;
    if (!(await insertRefundElsewhere(transaction, { refundId, orderId: order.id, paymentId, units }))) return;
    await applyEvent(machine, transaction, order.id, { kind: 'refund_elsewhere', key, facts: { refundId, units } });
  });
}

/** It had been told as settled: the money is back on the account, and owed again or less of a loss. */
async function takeBack(
  machine: OrderMachine,
  transaction: Transaction,
  { id, orderNo }: { readonly id: number; readonly orderNo: string },
  { refundId }: CardRefund,
): Promise<void> {
  const units = await failRefundElsewhere(transaction, refundId);
  if (units === undefined) return;
  const key = `${refundId}:failed`;
  await applyEvent(machine, transaction, id, { kind: 'refund_elsewhere_failed', key, facts: { refundId, units } });
  await raiseAlert(transaction, {
    key: `refund:${refundId}:failed_elsewhere`,
    orderId: id,
    kind: 'refund_elsewhere_failed',
    facts: { orderNo, refund: refundId },
  });
}
