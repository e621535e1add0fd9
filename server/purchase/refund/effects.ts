import { amountOf } from '@slipway/money/amount.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Effects } from '../../platform/jobs/effectHandlers.ts';
import { randomToken } from '../../platform/secrets.ts';
import type { CardAcquirer, CardRefund } from '../../providers/card/cardPort.ts';
import { type Catalog, requirePayCurrency } from '../catalog/catalog.ts';
import { applyEvent, type OrderMachine } from '../order/applyEvent.ts';
import { isBankTransfer, type Order } from '../order/order.ts';
import { findOrderById, lockOrder } from '../order/orderStore.ts';
import { capturedAttempt } from '../payment/attemptStore.ts';
import { requestBankRefunds } from './bankRefunds.ts';
import { insertRefund, liveRefund, type Refund, updateRefund } from './refundStore.ts';

export type RefundContext = {
  readonly database: Database;
  readonly machine: OrderMachine;
  readonly catalog: Catalog;
  readonly card: CardAcquirer;
};

type RefundEffect = 'refund_payment' | 'sync_refund' | 'refund_surplus' | 'refund_receipt';

/** Gives back all that was captured, fees included. One live refund for each receipt, its intent committed before the call. */
export function refundEffects(context: RefundContext): Effects<RefundEffect> {
  async function refund(orderId: number): Promise<void> {
    const order = await findOrderById(context.database, orderId);
    if (order?.status !== 'refunding') return;
    if (isBankTransfer(order)) return requestBankRefunds(context, orderId);
    const intent = await refundIntent(context, order);
    if (!intent) return;
    const outcome = intent.acquirerRefundId
      ? await context.card.getRefund(intent.acquirerRefundId)
      : await context.card.refund({
          idempotencyKey: intent.id,
          paymentId: intent.paymentId,
          orderNo: order.orderNo,
          amount: amountOf(requirePayCurrency(context.catalog, order.payCurrency).asset, intent.units),
        });
    if (outcome.kind === 'ok') return recordRefund(context, order.id, intent, outcome.value);
    if (outcome.kind !== 'refused') return;
    await tell(context, order.id, 'refund_failed', `${intent.id}:refused:${outcome.reason}`, intent, outcome.reason);
  }

  return {
    refund_payment: refund,
    sync_refund: refund,
    refund_surplus: (orderId) => requestBankRefunds(context, orderId),
    refund_receipt: (orderId) => requestBankRefunds(context, orderId),
  };
}

async function refundIntent({ database }: RefundContext, order: Order): Promise<Refund | undefined> {
  const attempt = await capturedAttempt(database, order.id);
  if (!attempt?.paymentId) return undefined;
  const { paymentId } = attempt;
  const live = await liveRefund(database, paymentId);
  if (live) return live;
  return database.transaction(async (transaction) => {
    await lockOrder(transaction, order.id);
    const present = await liveRefund(transaction, paymentId);
    if (present) return present;
    const intent = {
      id: `ref_${randomToken()}`,
      orderId: order.id,
      paymentId,
      units: order.capturedUnits - order.refundedUnits,
    };
    await insertRefund(transaction, intent);
    return { ...intent, status: 'requested' as const, acquirerRefundId: null };
  });
}

/** What the acquirer says of a refund; a settled one may still fail later. */
export async function recordRefund(
  context: RefundContext,
  orderId: number,
  refund: Refund,
  news: CardRefund,
): Promise<void> {
  await updateRefund(context.database, refund.id, { status: news.status, acquirerRefundId: news.refundId });
  if (news.status === 'settled') await tell(context, orderId, 'refund_settled', `${news.refundId}:settled`, refund);
  if (news.status === 'failed')
    await tell(context, orderId, 'refund_failed', `${news.refundId}:failed`, refund, 'failed');
}

async function tell(
  { database, machine }: RefundContext,
  orderId: number,
  kind: 'refund_settled' | 'refund_failed',
  key: string,
  refund: Refund,
  reason?: string,
): Promise<void> {
  await database.transaction((transaction) =>
    applyEvent(machine, transaction, orderId, {
      kind,
      key,
      data: { refundId: refund.id, units: refund.units, reason, wasSettled: refund.status === 'settled' },
    }),
  );
}
