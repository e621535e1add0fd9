import { formatAmount } from '@slipway/money/amount.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { CardDispute } from '../../providers/card/cardPort.ts';
import { applyEvent, type OrderMachine } from '../order/machine/applyEvent.ts';
import type { Order } from '../order/order.ts';
import { lockOrder } from '../order/orderStore.ts';
import { findAttemptByPayment } from '../payment/attemptStore.ts';
import { type DisputeState, deriveDisputeEvents, emptyRecordedDispute } from './deriveDisputeEvents.ts';
import { computeAnswerTime, computeNextQueryTime } from './disputeAnswerRules.ts';
import { findDispute, type StoredDispute, saveDispute } from './disputeStore.ts';

export type RecordDisputeContext = { readonly database: Database; readonly machine: OrderMachine };

/**
 * Applies the acquirer's state of a dispute to its order: writes the events, the row and the alerts in one transaction.
 * `requestedAt`: the database's time of the query; a result older than the row is ignored. Returns the stored dispute;
 * undefined if no order has the payment.
 */
export async function recordDispute(
  { database, machine }: RecordDisputeContext,
  dispute: CardDispute,
  requestedAt: Date,
): Promise<StoredDispute | undefined> {
  const attempt = await findAttemptByPayment(database, dispute.paymentId);
  if (!attempt) return undefined;
  return database.transaction(async (transaction) => {
    const { order, now } = await lockOrder(transaction, attempt.orderId);
    const before = await findDispute(transaction, dispute.disputeId);
    if (before && before.requestedAt > requestedAt) return before;
    const { events, recorded } = deriveDisputeEvents(before ?? emptyRecordedDispute, buildDisputeState(dispute, order));
    for (const event of events) await applyEvent(machine, transaction, order.id, event);
    await saveDispute(transaction, {
      ...recorded,
      id: dispute.disputeId,
      orderId: order.id,
      paymentId: dispute.paymentId,
      status: dispute.status,
      reason: dispute.reason,
      units: toPayCurrency(order, dispute.amount),
      answered: dispute.isAnswered,
      needsConsent: dispute.answerNeedsConsent,
      openedAt: dispute.openedAt,
      dueAt: dispute.answerBefore ?? null,
      requestedAt,
      attendAt: computeNextQueryTime(dispute, now),
    });
    await alertDisputeOpened(transaction, order, dispute);
    if (events.some(({ kind }) => kind === 'dispute_reversed')) await alertDisputeReturned(transaction, order, dispute);
    return findDispute(transaction, dispute.disputeId);
  });
}

function buildDisputeState(dispute: CardDispute, order: Order): DisputeState {
  const { disputeId, paymentId, status, withdrawn, fee } = dispute;
  return {
    disputeId,
    paymentId,
    status,
    withdrawnUnits: toPayCurrency(order, withdrawn),
    feeUnits: fee && fee.asset.id === order.pay.asset.id ? fee.units : null,
  };
}

/**
 * Returns an amount in the pay currency. An amount in another currency cannot be converted: the whole payment is returned
 * instead.
 */
function toPayCurrency(order: Order, { asset, units }: CardDispute['amount']): bigint {
  if (asset.id === order.pay.asset.id || units === 0n) return units;
  return order.captured.units;
}

/**
 * Raises one alert for the inquiry, and one when the bank takes the money. It contains the deadline for an answer, and the
 * time of the automatic answer, if there is one.
 */
async function alertDisputeOpened(transaction: Transaction, order: Order, dispute: CardDispute): Promise<void> {
  const { disputeId, status, amount, reason, answerBefore } = dispute;
  if (status === 'won' || status === 'lost') return;
  const answersAt = computeAnswerTime(dispute, order);
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

async function alertDisputeReturned(transaction: Transaction, order: Order, { disputeId }: CardDispute): Promise<void> {
  await raiseAlert(transaction, {
    key: `dispute:${disputeId}:returned`,
    orderId: order.id,
    kind: 'dispute_returned',
    facts: { orderNo: order.orderNo, dispute: disputeId },
  });
}
