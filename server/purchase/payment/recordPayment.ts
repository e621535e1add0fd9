import { saveCard } from '../../account/savedCardStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { randomToken } from '../../platform/secrets.ts';
import type { CardPayment, CardRefusal } from '../../providers/card/cardPort.ts';
import { applyEvent, type OrderMachine } from '../order/applyEvent.ts';
import type { OrderEvent } from '../order/events.ts';
import type { Order } from '../order/order.ts';
import { findOrderById } from '../order/orderStore.ts';
import { type AssessmentContext, assessOrder } from './assessOrder.ts';
import { type AttemptStatus, type PaymentAttempt, updateAttempt } from './attemptStore.ts';

export type PaymentContext = AssessmentContext & { readonly database: Database; readonly machine: OrderMachine };

const attemptStatuses: Readonly<Record<CardPayment['status'], AttemptStatus>> = {
  requires_action: 'requires_action',
  processing: 'submitted',
  authorized: 'authorized',
  captured: 'captured',
  voided: 'voided',
  declined: 'declined',
};

/**
 * Takes what the acquirer says of a payment to the order, whoever asked: the step itself, a webhook's hint, the sweep.
 * Told twice, it counts once.
 */
export async function recordPayment(
  context: PaymentContext,
  attempt: PaymentAttempt,
  payment: CardPayment,
): Promise<void> {
  const order = await findOrderById(context.database, attempt.orderId);
  if (!order) throw new Error(`payment attempt ${attempt.id} has no order`);
  const event = await eventOf(context, order, attempt, payment);
  await context.database.transaction(async (transaction) => {
    await updateAttempt(transaction, attempt.id, {
      status: attemptStatuses[payment.status],
      paymentId: payment.paymentId,
      clientSecret: payment.clientSecret ?? null,
      refusal: payment.status === 'declined' ? (payment.refusal ?? 'declined') : null,
      card: payment.card,
    });
    if (event) await applyEvent(context.machine, transaction, order.id, event);
  });
  if (payment.status === 'authorized' || payment.status === 'captured')
    await keepCard(context, order, attempt, payment);
}

/** A decline that the acquirer answered instead of a payment. */
export async function recordRefusal(
  context: PaymentContext,
  attempt: PaymentAttempt,
  refusal: CardRefusal,
): Promise<void> {
  await context.database.transaction(async (transaction) => {
    await updateAttempt(transaction, attempt.id, {
      status: 'declined',
      paymentId: null,
      clientSecret: null,
      refusal,
      card: undefined,
    });
    await applyEvent(context.machine, transaction, attempt.orderId, {
      kind: 'payment_declined',
      key: `${attempt.id}:declined`,
      data: { attemptId: attempt.id, reason: refusal },
    });
  });
}

async function eventOf(
  context: PaymentContext,
  order: Order,
  attempt: PaymentAttempt,
  payment: CardPayment,
): Promise<OrderEvent | undefined> {
  const about = { attemptId: attempt.id, paymentId: payment.paymentId };
  switch (payment.status) {
    case 'processing':
      return undefined;
    case 'requires_action':
      return { kind: 'payment_action_required', key: `${payment.paymentId}:requires_action`, data: about };
    case 'authorized': {
      const assessment = await assessOrder(context, order, { card: payment.card });
      if (!assessment) return undefined;
      const key = authorizedKey(order, payment);
      return {
        kind: 'payment_authorized',
        key,
        data: { ...about, units: payment.amount.units, captureBefore: payment.captureBefore, assessment },
      };
    }
    case 'captured':
      return {
        kind: 'payment_captured',
        key: `${payment.paymentId}:captured:${payment.capturedAmount.units}`,
        data: { ...about, units: payment.capturedAmount.units, acquirerFeeUnits: feeInPayCurrency(payment) },
      };
    case 'voided':
      // A hold of an earlier attempt that is gone is nobody's news.
      if (attempt.id !== order.currentAttemptId) return undefined;
      return order.status === 'voiding'
        ? { kind: 'hold_released', key: `${payment.paymentId}:voided`, data: about }
        : { kind: 'authorization_expired', key: `${payment.paymentId}:voided`, data: about };
    case 'declined':
      return {
        kind: 'payment_declined',
        key: `${attempt.id}:declined`,
        data: { ...about, reason: payment.refusal ?? 'declined' },
      };
  }
}

/** An account that settles in another currency has its fee in that one: it is booked with the settlement, not here. */
function feeInPayCurrency({ acquirerFee, capturedAmount }: CardPayment): bigint | undefined {
  return acquirerFee?.asset.id === capturedAmount.asset.id ? acquirerFee.units : undefined;
}

/** An authorization that is found after the order was given up is another fact than the one that led to its capture. */
function authorizedKey(order: Order, payment: CardPayment): string {
  const late =
    order.status === 'voiding' ||
    order.status === 'cancelled' ||
    order.status === 'failed' ||
    order.status === 'expired';
  return `${payment.paymentId}:authorized:${payment.amount.units}${late ? `:${order.status}` : ''}`;
}

/** Only when the buyer ticked it, and only once the card has proved good. A wallet's stays in the wallet. */
async function keepCard(
  { database }: PaymentContext,
  order: Order,
  attempt: PaymentAttempt,
  payment: CardPayment,
): Promise<void> {
  if (!attempt.saveCard || !order.buyerId || !payment.card || payment.card.wallet) return;
  await saveCard(database, { id: `card_${randomToken()}`, buyerId: order.buyerId, card: payment.card });
}
