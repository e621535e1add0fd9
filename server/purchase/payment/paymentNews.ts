import { saveCard } from '../../account/savedCardStore.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { randomToken } from '../../platform/secrets.ts';
import type { CardPayment, CardRefusal } from '../../providers/card/cardPort.ts';
import type { OrderMachine } from '../order/applyEvent.ts';
import { type Conclusion, done, tells, waits } from '../order/conclusion.ts';
import type { Order } from '../order/order.ts';
import { findOrderById } from '../order/orderStore.ts';
import { conclude } from '../order/runStep.ts';
import { type AssessmentContext, assessOrder } from './assessOrder.ts';
import { type AttemptStatus, type PaymentAttempt, updateAttempt } from './attemptStore.ts';
import { bookAcquirerFee, capturedKey, feeInPayCurrency } from './bookAcquirerFee.ts';

export type PaymentContext = AssessmentContext & { readonly database: Database; readonly machine: OrderMachine };

/** A payment attempt and the order that it is for. */
export type AttemptOfOrder = { readonly order: Order; readonly attempt: PaymentAttempt };

const attemptStatuses: Readonly<Record<CardPayment['status'], AttemptStatus>> = {
  requires_action: 'requires_action',
  processing: 'submitted',
  authorized: 'authorized',
  captured: 'captured',
  voided: 'voided',
  declined: 'declined',
};

/** What follows from the acquirer's word about a payment, asked for by a step. Told twice, it counts once. */
export async function paymentNews(
  context: PaymentContext,
  { order: asked, attempt }: AttemptOfOrder,
  payment: CardPayment,
): Promise<Conclusion> {
  // The answer took its time: the order may have moved on, and which fact this is depends on where it stands.
  const order = (await findOrderById(context.database, asked.id)) ?? asked;
  return newsOf(context, { order, attempt }, payment);
}

async function newsOf(
  context: PaymentContext,
  { order, attempt }: AttemptOfOrder,
  payment: CardPayment,
): Promise<Conclusion> {
  const write = (transaction: Transaction) => copyPayment(transaction, order, attempt, payment);
  const about = { attemptId: attempt.id, paymentId: payment.paymentId };
  const { units } = payment.amount;
  switch (payment.status) {
    case 'processing':
      return waits('vendor_pending', write);
    case 'requires_action': {
      const key = `${payment.paymentId}:requires_action`;
      return tells({ kind: 'payment_action_required', key, facts: about }, write);
    }
    case 'authorized': {
      const assessment = await assessOrder(context, order, { card: payment.card });
      if (!assessment) return waits('price_unknown', write);
      const captureBefore = payment.captureBefore ?? null;
      const facts = { ...about, units, captureBefore, assessment };
      return tells({ kind: 'payment_authorized', key: authorizedKey(order, payment), facts }, write);
    }
    case 'captured': {
      const captured = payment.capturedAmount.units;
      const key = capturedKey(payment);
      const facts = { ...about, units: captured, acquirerFeeUnits: feeInPayCurrency(payment) };
      return tells({ kind: 'payment_captured', key, facts }, write);
    }
    case 'voided': {
      // A hold of an earlier attempt that is gone changes nothing.
      if (attempt.id !== order.currentAttemptId) return done(write);
      const kind = order.status === 'voiding' ? 'hold_released' : 'authorization_expired';
      return tells({ kind, key: `${payment.paymentId}:voided`, facts: about }, write);
    }
    case 'declined':
      return tells(declined(attempt, payment.refusal ?? 'declined'), write);
  }
}

/** A decline that the acquirer answered instead of a payment. */
export function refusalNews(_context: unknown, { attempt }: AttemptOfOrder, refusal: CardRefusal): Conclusion {
  return tells(declined(attempt, refusal), (transaction) =>
    updateAttempt(transaction, attempt.id, {
      status: 'declined',
      paymentId: null,
      clientSecret: null,
      refusal,
      card: undefined,
    }),
  );
}

/** Takes the acquirer's word to the order outside of a step: for a webhook's hint, or the sweep. */
export async function recordPayment(
  context: PaymentContext,
  attempt: PaymentAttempt,
  payment: CardPayment,
): Promise<void> {
  const order = await findOrderById(context.database, attempt.orderId);
  if (!order) throw new Error(`payment attempt ${attempt.id} has no order`);
  const conclusion = await newsOf(context, { order, attempt }, payment);
  await context.database.transaction((transaction) => conclude(context.machine, transaction, order.id, conclusion));
}

async function copyPayment(
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
    await keepCard(transaction, order, attempt, payment);
}

function declined(attempt: PaymentAttempt, reason: CardRefusal) {
  const facts = { attemptId: attempt.id, reason };
  return { kind: 'payment_declined', key: `${attempt.id}:declined`, facts } as const;
}

const GIVEN_UP: ReadonlySet<Order['status']> = new Set(['voiding', 'cancelled', 'failed', 'expired']);

/** An authorization that is found after the order was given up is another fact than the one that led to its capture. */
function authorizedKey({ status }: Order, payment: CardPayment): string {
  return `${payment.paymentId}:authorized:${payment.amount.units}${GIVEN_UP.has(status) ? `:${status}` : ''}`;
}

/** Only when the buyer ticked it, and only once the card has proved good. A wallet's stays in the wallet. */
async function keepCard(
  transaction: Transaction,
  order: Order,
  attempt: PaymentAttempt,
  payment: CardPayment,
): Promise<void> {
  if (!attempt.saveCard || !order.buyerId || !payment.card || payment.card.wallet) return;
  await saveCard(transaction, { id: `card_${randomToken()}`, buyerId: order.buyerId, card: payment.card });
}
