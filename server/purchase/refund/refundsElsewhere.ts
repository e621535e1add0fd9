import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { CardRefund } from '../../providers/card/cardPort.ts';
import { applyEvent, type OrderMachine } from '../order/machine/applyEvent.ts';
import { lockOrder } from '../order/orderStore.ts';
import { findAttemptByPayment } from '../payment/attemptStore.ts';
import { recordRefund } from './concludeRefund.ts';
import { failRefundElsewhere, insertRefundElsewhere } from './refundElsewhereStore.ts';
import { findCardRefund, findRefundByAcquirerId, type OrderRefund } from './refundStore.ts';

type ForeignContext = { readonly database: Database; readonly machine: OrderMachine };

/** Applies the acquirer's status of a refund to its order. The refund may have been made in the acquirer's dashboard. */
export async function recordAcquirerRefund(context: ForeignContext, news: CardRefund): Promise<void> {
  const own = await findOwnRefund(context.database, news);
  if (own) await recordRefund(context, own, news);
  else await recordRefundElsewhere(context, news);
}

/**
 * Finds a refund that Slipway requested by the acquirer's id, or by the reference that was sent: a webhook may arrive before
 * the answer with the id.
 */
async function findOwnRefund(database: Database, news: CardRefund): Promise<OrderRefund | undefined> {
  const known = await findRefundByAcquirerId(database, news.refundId);
  if (known) return known;
  if (news.reference === '') return undefined;
  const named = await findCardRefund(database, news.reference);
  return named?.paymentId === news.paymentId ? named : undefined;
}

/**
 * Records a refund made in the acquirer's dashboard. A pending one puts the order on hold. One that failed before it was
 * settled has moved no money and is ignored.
 */
async function recordRefundElsewhere({ database, machine }: ForeignContext, news: CardRefund): Promise<void> {
  const attempt = await findAttemptByPayment(database, news.paymentId);
  if (!attempt) return;
  await database.transaction(async (transaction) => {
    const { order } = await lockOrder(transaction, attempt.orderId);
    const key = `${news.refundId}:${news.status}`;
    if (news.status === 'failed') return reverseRefundElsewhere(machine, transaction, order, news);
    // A pending refund may still fail. Holds the order, so that it is neither refunded again nor paid out meanwhile.
    if (news.status === 'pending') {
      const facts = { reason: 'refunded_externally' };
      await applyEvent(machine, transaction, order.id, { kind: 'risk_flagged', key, facts });
      return;
    }
    const { refundId, paymentId } = news;
    const { units } = news.amount;
    if (!(await insertRefundElsewhere(transaction, { refundId, orderId: order.id, paymentId, units }))) return;
    await applyEvent(machine, transaction, order.id, { kind: 'external_refund', key, facts: { refundId, units } });
  });
}

/** Reverses a settled refund that failed: the money is owed to the buyer again, or reduces the order's loss. */
async function reverseRefundElsewhere(
  machine: OrderMachine,
  transaction: Transaction,
  { id, orderNo }: { readonly id: number; readonly orderNo: string },
  { refundId }: CardRefund,
): Promise<void> {
  const units = await failRefundElsewhere(transaction, refundId);
  if (units === undefined) return;
  const key = `${refundId}:failed`;
  await applyEvent(machine, transaction, id, { kind: 'external_refund_failed', key, facts: { refundId, units } });
  await raiseAlert(transaction, {
    key: `refund:${refundId}:failed_elsewhere`,
    orderId: id,
    kind: 'external_refund_failed',
    facts: { orderNo, refund: refundId },
  });
}
