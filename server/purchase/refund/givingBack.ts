import type { Database } from '../../platform/database/database.ts';
import { randomToken } from '../../platform/secrets.ts';
import type { CardAcquirer, CardRefund, CardRefusal } from '../../providers/card/cardPort.ts';
import type { Outcome } from '../../providers/outcome.ts';
import { asksAgain, type Conclusion, tells, waits } from '../order/conclusion.ts';
import { isReceived, type Order, owedAmount } from '../order/order.ts';
import { lockOrder } from '../order/orderStore.ts';
import { capturedAttempt } from '../payment/attemptStore.ts';
import { byMatter } from '../payment/cardRefusals.ts';
import { refundFailed, refundNews } from './refundNews.ts';
import { insertRefund, liveRefund, type Refund } from './refundStore.ts';
import { requestBankRefunds } from './requestBankRefunds.ts';

export type RefundContext = { readonly database: Database; readonly card: CardAcquirer };

type RefundOfOrder = { readonly order: Order; readonly refund: Refund };

/** Gives back all that was taken: two steps do it, the first time and when the acquirer is asked what became of it. */
export const givingBack = {
  while: ['refunding'],
  about: refundOf,
  ask: askForRefund,
  says: {
    ok: (_context: RefundContext, { refund }: RefundOfOrder, news: CardRefund) => refundNews(refund, news),
    refused: { ...byMatter({ card: failed, payment: failed, request: failed }), not_found: failed },
    ...asksAgain,
  },
} as const;

async function refundOf(context: RefundContext, order: Order): Promise<RefundOfOrder | Conclusion> {
  if (isReceived(order)) return waits('bank_books', (transaction) => requestBankRefunds(transaction, order.id));
  const refund = await refundIntent(context, order);
  return refund ? { order, refund } : waits('nothing_to_refund');
}

async function refundIntent({ database }: RefundContext, order: Order): Promise<Refund | undefined> {
  const attempt = await capturedAttempt(database, order.id);
  if (!attempt?.paymentId) return undefined;
  const { paymentId } = attempt;
  const live = await liveRefund(database, paymentId);
  if (live) return live;
  return database.transaction(async (transaction) => {
    const { order: locked } = await lockOrder(transaction, order.id);
    const present = await liveRefund(transaction, paymentId);
    if (present) return present;
    const amount = owedAmount(locked);
    if (amount.units === 0n) return undefined;
    const intent = { id: `ref_${randomToken()}`, paymentId, amount };
    await insertRefund(transaction, { ...intent, orderId: order.id });
    return { ...intent, status: 'requested' as const, acquirerRefundId: null };
  });
}

async function askForRefund(
  { card }: RefundContext,
  { order, refund }: RefundOfOrder,
): Promise<Outcome<CardRefund, CardRefusal | 'not_found'>> {
  if (refund.acquirerRefundId !== null) return card.getRefund(refund.acquirerRefundId);
  return card.refund({
    idempotencyKey: refund.id,
    paymentId: refund.paymentId,
    orderNo: order.orderNo,
    amount: refund.amount,
  });
}

function failed(_context: unknown, { refund }: RefundOfOrder, reason: CardRefusal | 'not_found'): Conclusion {
  return tells(refundFailed(refund, `${refund.id}:refused:${reason}`, reason));
}
