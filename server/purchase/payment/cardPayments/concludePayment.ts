import { saveCard } from '../../../account/cards/savedCardStore.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { randomToken } from '../../../platform/secrets.ts';
import type { CardPayment, CardRefusal } from '../../../providers/card/cardPort.ts';
import type { OrderMachine } from '../../order/machine/applyEvent.ts';
import type { Order } from '../../order/order.ts';
import { findOrderById } from '../../order/orderStore.ts';
import {
  type Conclusion,
  concludeDone,
  concludeWaiting,
  concludeWithEvent,
} from '../../order/stepRunner/conclusion.ts';
import { applyConclusion } from '../../order/stepRunner/runStep.ts';
import { type AssessmentContext, assessOrder } from '../assessment/assessOrder.ts';
import { type AttemptStatus, type PaymentAttempt, updateAttempt } from '../attemptStore.ts';
import { bookAcquirerFee, buildCaptureKey, getFeeInPayCurrency } from './bookAcquirerFee.ts';

export type PaymentContext = AssessmentContext & { readonly database: Database; readonly machine: OrderMachine };

/** A payment attempt and its order. */
export type OrderAttempt = { readonly order: Order; readonly attempt: PaymentAttempt };

const attemptStatuses: Readonly<Record<CardPayment['status'], AttemptStatus>> = {
  requires_action: 'requires_action',
  processing: 'submitted',
  authorized: 'authorized',
  captured: 'captured',
  voided: 'voided',
  declined: 'declined',
};

/** Returns the conclusion of a step for the acquirer's state of a payment. Evaluates the guards if it is authorized. */
export async function concludePayment(
  context: PaymentContext,
  { order: givenOrder, attempt }: OrderAttempt,
  payment: CardPayment,
): Promise<Conclusion> {
  // The order may have changed during the request, and the resulting event depends on its state.
  const order = (await findOrderById(context.database, givenOrder.id)) ?? givenOrder;
  return concludeByStatus(context, { order, attempt }, payment);
}

async function concludeByStatus(
  context: PaymentContext,
  { order, attempt }: OrderAttempt,
  payment: CardPayment,
): Promise<Conclusion> {
  const write = (transaction: Transaction) => storePayment(transaction, order, attempt, payment);
  const about = { attemptId: attempt.id, paymentId: payment.paymentId };
  const { units } = payment.amount;
  switch (payment.status) {
    case 'processing':
      return concludeWaiting('vendor_pending', write);
    case 'requires_action': {
      const key = `${payment.paymentId}:requires_action`;
      return concludeWithEvent({ kind: 'payment_action_required', key, facts: about }, write);
    }
    case 'authorized': {
      const assessment = await assessOrder(context, order, { card: payment.card });
      if (!assessment) return concludeWaiting('price_unknown', write);
      const captureBefore = payment.captureBefore ?? null;
      const facts = { ...about, units, captureBefore, assessment };
      return concludeWithEvent(
        { kind: 'payment_authorized', key: buildAuthorizationKey(order, payment), facts },
        write,
      );
    }
    case 'captured': {
      const captured = payment.capturedAmount.units;
      const key = buildCaptureKey(payment);
      const facts = { ...about, units: captured, acquirerFeeUnits: getFeeInPayCurrency(payment) };
      return concludeWithEvent({ kind: 'payment_captured', key, facts }, write);
    }
    case 'voided': {
      // Releasing the hold of an earlier attempt does not change the order.
      if (attempt.id !== order.currentAttemptId) return concludeDone(write);
      const kind = order.status === 'voiding' ? 'hold_released' : 'authorization_expired';
      return concludeWithEvent({ kind, key: `${payment.paymentId}:voided`, facts: about }, write);
    }
    case 'declined':
      return concludeWithEvent(buildDeclineEvent(attempt, payment.refusal ?? 'declined'), write);
  }
}

/** Returns the conclusion of a decline that the acquirer returned instead of a payment. */
export function concludeDecline(_context: unknown, { attempt }: OrderAttempt, refusal: CardRefusal): Conclusion {
  return concludeWithEvent(buildDeclineEvent(attempt, refusal), (transaction) =>
    updateAttempt(transaction, attempt.id, {
      status: 'declined',
      paymentId: null,
      clientSecret: null,
      refusal,
      card: undefined,
    }),
  );
}

/** Applies the acquirer's view of a payment to the order outside a step: for a webhook or the sweep. */
export async function recordPayment(
  context: PaymentContext,
  attempt: PaymentAttempt,
  payment: CardPayment,
): Promise<void> {
  const order = await findOrderById(context.database, attempt.orderId);
  if (!order) throw new Error(`payment attempt ${attempt.id} has no order`);
  const conclusion = await concludeByStatus(context, { order, attempt }, payment);
  await context.database.transaction((transaction) =>
    applyConclusion(context.machine, transaction, order.id, conclusion),
  );
}

/** Stores the payment in its attempt, books the fee of a captured payment, and saves the card if the buyer requested it. */
async function storePayment(
  transaction: Transaction,
  order: Order,
  attempt: PaymentAttempt,
  payment: CardPayment,
): Promise<void> {
  await updateAttempt(transaction, attempt.id, {
    status: attemptStatuses[payment.status],
    paymentId: payment.paymentId,
    clientSecret: payment.clientSecret ?? null,
    refusal: payment.status === 'declined' ? (payment.refusal ?? 'declined') : null,
    card: payment.card,
  });
  if (payment.status === 'captured') await bookAcquirerFee(transaction, order, attempt, payment);
  if (payment.status === 'authorized' || payment.status === 'captured')
    await saveCardIfRequested(transaction, order, attempt, payment);
}

function buildDeclineEvent(attempt: PaymentAttempt, reason: CardRefusal) {
  const facts = { attemptId: attempt.id, reason };
  return { kind: 'payment_declined', key: `${attempt.id}:declined`, facts } as const;
}

const GIVEN_UP: ReadonlySet<Order['status']> = new Set(['voiding', 'cancelled', 'failed', 'expired']);

/**
 * Returns the event key of an authorization. An authorization that is found after the order was given up has another key than
 * one before.
 */
function buildAuthorizationKey({ status }: Order, payment: CardPayment): string {
  return `${payment.paymentId}:authorized:${payment.amount.units}${GIVEN_UP.has(status) ? `:${status}` : ''}`;
}

/** Saves the card if the buyer requested it and the card was authorized. The card of a wallet is never saved. */
async function saveCardIfRequested(
  transaction: Transaction,
  order: Order,
  attempt: PaymentAttempt,
  payment: CardPayment,
): Promise<void> {
  if (!attempt.saveCard || !order.buyerId || !payment.card || payment.card.wallet) return;
  await saveCard(transaction, { id: `card_${randomToken()}`, buyerId: order.buyerId, card: payment.card });
}
