import { formatAmount } from '@slipway/money/amount.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { CardDispute } from '../../providers/card/cardPort.ts';
import { applyEvent, type OrderMachine } from '../order/applyEvent.ts';
import type { Order } from '../order/order.ts';
import { lockOrder } from '../order/orderStore.ts';
import { findAttemptByPayment } from '../payment/attemptStore.ts';
import { answerTime, nextAttention } from './answerRules.ts';
import { disputeNews, nothingTold, type Present } from './disputeNews.ts';
import { findDispute, type StoredDispute, saveDispute } from './disputeStore.ts';

export type RecordContext = { readonly database: Database; readonly machine: OrderMachine };

/**
 * Takes what the acquirer says of a dispute to its order: the events, the row and the alerts in one transaction.
 * `askedAt`: when it was asked, by the one clock; an answer to an earlier question than the row's is old.
 */
export async function recordDispute(
  { database, machine }: RecordContext,
  dispute: CardDispute,
  askedAt: Date,
): Promise<StoredDispute | undefined> {
  const attempt = await findAttemptByPayment(database, dispute.paymentId);
  if (!attempt) return undefined;
  return database.transaction(async (transaction) => {
    const { order, now } = await lockOrder(transaction, attempt.orderId);
    const before = await findDispute(transaction, dispute.disputeId);
    if (before && before.askedAt > askedAt) return before;
    const { events, told } = disputeNews(before ?? nothingTold, presentOf(dispute, order));
    for (const event of events) await applyEvent(machine, transaction, order.id, event);
    await saveDispute(transaction, {
      ...told,
      id: dispute.disputeId,
      orderId: order.id,
      paymentId: dispute.paymentId,
      status: dispute.status,
      reason: dispute.reason,
      units: inPayCurrency(order, dispute.amount),
      answered: dispute.answered,
      needsConsent: dispute.answerNeedsConsent,
      openedAt: dispute.openedAt,
      dueAt: dispute.answerBefore ?? null,
      askedAt,
      attendAt: nextAttention(dispute, now),
    });
    await alertOf(transaction, order, dispute);
    if (events.some(({ kind }) => kind === 'dispute_reversed')) await alertOfReturn(transaction, order, dispute);
    return findDispute(transaction, dispute.disputeId);
  });
}

function presentOf(dispute: CardDispute, order: Order): Present {
  const { disputeId, paymentId, status, withdrawn, fee } = dispute;
  return {
    disputeId,
    paymentId,
    status,
    withdrawnUnits: inPayCurrency(order, withdrawn),
    feeUnits: fee && fee.asset.id === order.pay.asset.id ? fee.units : null,
  };
}

/** Of a sum in another currency than the buyer has paid in nothing is known but that there is one: it counts as all of it. */
function inPayCurrency(order: Order, { asset, units }: CardDispute['amount']): bigint {
  if (asset.id === order.pay.asset.id || units === 0n) return units;
  return order.captured.units;
}

/** Once when the bank asks, and once when it takes the money: until when an answer is taken, and who sends it. */
async function alertOf(transaction: Transaction, order: Order, dispute: CardDispute): Promise<void> {
  const { disputeId, status, amount, reason, answerBefore } = dispute;
  if (status === 'won' || status === 'lost') return;
  const answersAt = answerTime(dispute, order);
  await raiseAlert(transaction, {
    key: `dispute:${disputeId}:${status}`,
    orderId: order.id,
    kind: 'dispute_opened',
    facts: {
      orderNo: order.orderNo,
      dispute: disputeId,
      status,
      amount: `${formatAmount(amount)} ${amount.asset.code}`,
      reason,
      answerBefore: answerBefore ?? null,
      answeredByItselfAt: answersAt ?? null,
    },
  });
}

async function alertOfReturn(transaction: Transaction, order: Order, { disputeId }: CardDispute): Promise<void> {
  await raiseAlert(transaction, {
    key: `dispute:${disputeId}:returned`,
    orderId: order.id,
    kind: 'dispute_returned',
    facts: { orderNo: order.orderNo, dispute: disputeId },
  });
}
