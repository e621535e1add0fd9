import { amountOf } from '@slipway/money/amount.ts';
import { findBuyer, setAcquirerCustomer } from '../../account/buyerStore.ts';
import { findSavedCard } from '../../account/savedCardStore.ts';
import type { Effects } from '../../platform/jobs/effectHandlers.ts';
import type { AuthorizeRequest, CardAcquirer, CardPayment, CardRefusal } from '../../providers/card/cardPort.ts';
import type { Outcome } from '../../providers/outcome.ts';
import { requirePayCurrency } from '../catalog/catalog.ts';
import { applyEvent } from '../order/applyEvent.ts';
import type { EventKind } from '../order/events.ts';
import { type Order, walletOf } from '../order/order.ts';
import { findOrderById } from '../order/orderStore.ts';
import { findAttempt, type PaymentAttempt } from './attemptStore.ts';
import { type PaymentContext, recordPayment, recordRefusal } from './recordPayment.ts';

export type PaymentEffectsContext = PaymentContext & { readonly card: CardAcquirer; readonly publicUrl: string };

type PaymentEffect = 'authorize_payment' | 'sync_payment' | 'capture_payment' | 'void_payment' | 'void_attempt';

/** Refusals of a void or a capture that say only that the other thing happened first: the acquirer knows the truth. */
const ASK_AGAIN: ReadonlySet<CardRefusal> = new Set(['already_captured', 'already_voided', 'authorization_expired']);

/**
 * The steps with the acquirer. Each key of idempotency is the attempt and the step, so that a step done twice, after a
 * lost answer or by two workers, is done once there. What cannot be done now is left to the sweep.
 */
export function paymentEffects(context: PaymentEffectsContext): Effects<PaymentEffect> {
  return {
    async authorize_payment(orderId) {
      await withCurrentAttempt(context, orderId, 'authorizing', (order, attempt) => authorize(context, order, attempt));
    },

    async sync_payment(orderId, subject) {
      const order = await findOrderById(context.database, orderId);
      const attempt = order && (await findAttempt(context.database, subject || (order.currentAttemptId ?? '')));
      if (!order || !attempt) return;
      await syncPayment(context, order, attempt);
    },

    async capture_payment(orderId) {
      await withCurrentAttempt(context, orderId, 'capturing', async (order, attempt) => {
        if (!attempt.paymentId) return syncPayment(context, order, attempt);
        const amount = amountOf(requirePayCurrency(context.catalog, order.payCurrency).asset, order.payUnits);
        const idempotencyKey = `${attempt.id}:capture`;
        const outcome = await context.card.capture({ idempotencyKey, paymentId: attempt.paymentId, amount });
        await settle(context, order, attempt, outcome, 'capture_failed');
      });
    },

    async void_payment(orderId) {
      await withCurrentAttempt(context, orderId, 'voiding', (order, attempt) => releaseHold(context, order, attempt));
    },

    async void_attempt(orderId, subject) {
      const attempt = await findAttempt(context.database, subject);
      if (!attempt?.paymentId || attempt.orderId !== orderId) return;
      const outcome = await context.card.void({ idempotencyKey: `${attempt.id}:void`, paymentId: attempt.paymentId });
      if (outcome.kind === 'ok') await recordPayment(context, attempt, outcome.value);
    },
  };
}

/** A job may come late: it acts only while the order still stands where the job belongs. */
async function withCurrentAttempt(
  { database }: PaymentEffectsContext,
  orderId: number,
  status: Order['status'],
  step: (order: Order, attempt: PaymentAttempt) => Promise<void>,
): Promise<void> {
  const order = await findOrderById(database, orderId);
  if (order?.status !== status || !order.currentAttemptId) return;
  const attempt = await findAttempt(database, order.currentAttemptId);
  if (attempt) await step(order, attempt);
}

/** Asks the acquirer. Without an answer to the authorization yet, the same request with the same key is the question. */
async function syncPayment(context: PaymentEffectsContext, order: Order, attempt: PaymentAttempt): Promise<void> {
  if (!attempt.paymentId) {
    if (attempt.status === 'submitted') await authorize(context, order, attempt);
    return;
  }
  const outcome = await context.card.getPayment(attempt.paymentId);
  if (outcome.kind === 'ok') await recordPayment(context, attempt, outcome.value);
}

async function authorize(context: PaymentEffectsContext, order: Order, attempt: PaymentAttempt): Promise<void> {
  const source = await paymentSource(context, order, attempt);
  if (!source) return recordRefusal(context, attempt, 'invalid_request');
  const outcome = await context.card.authorize({
    idempotencyKey: `${attempt.id}:authorize`,
    orderNo: order.orderNo,
    attemptId: attempt.id,
    amount: amountOf(requirePayCurrency(context.catalog, order.payCurrency).asset, order.payUnits),
    source,
    wallet: walletOf(order),
    saveCard: attempt.saveCard,
    returnUrl: `${context.publicUrl}/payment-status?orderNo=${order.orderNo}`,
  });
  await settle(context, order, attempt, outcome, 'payment_declined');
}

async function paymentSource(
  context: PaymentEffectsContext,
  order: Order,
  attempt: PaymentAttempt,
): Promise<AuthorizeRequest['source'] | undefined> {
  const customerId = attempt.saveCard || attempt.savedCardId ? await customerOf(context, order) : undefined;
  if (attempt.confirmationToken) return { kind: 'confirmation_token', token: attempt.confirmationToken, customerId };
  const card =
    attempt.savedCardId && order.buyerId
      ? await findSavedCard(context.database, order.buyerId, attempt.savedCardId)
      : undefined;
  if (!card || !customerId) return undefined;
  return { kind: 'saved_card', paymentMethodId: card.paymentMethodId, customerId };
}

/** The buyer's customer record at the acquirer, made once. */
async function customerOf({ database, card }: PaymentEffectsContext, order: Order): Promise<string | undefined> {
  const buyer = order.buyerId ? await findBuyer(database, order.buyerId) : undefined;
  if (!buyer) return undefined;
  if (buyer.acquirerCustomerId) return buyer.acquirerCustomerId;
  const created = await card.createCustomer({
    idempotencyKey: `${buyer.id}:customer`,
    buyerId: buyer.id,
    email: buyer.email,
  });
  if (created.kind !== 'ok') throw new Error('the acquirer made no customer: the step is tried again');
  await setAcquirerCustomer(database, buyer.id, created.value.customerId);
  return created.value.customerId;
}

async function releaseHold(context: PaymentEffectsContext, order: Order, attempt: PaymentAttempt): Promise<void> {
  if (!attempt.paymentId) {
    // Declined, or never answered: then the acquirer is asked first, and what it holds is released after.
    if (attempt.status === 'declined') return tell(context, order, attempt, 'hold_released');
    return syncPayment(context, order, attempt);
  }
  const outcome = await context.card.void({ idempotencyKey: `${attempt.id}:void`, paymentId: attempt.paymentId });
  await settle(context, order, attempt, outcome, 'void_refused');
}

/** Success and refusal are told to the order; anything else is asked about by the sweep until it is one of them. */
async function settle(
  context: PaymentEffectsContext,
  order: Order,
  attempt: PaymentAttempt,
  outcome: Outcome<CardPayment, CardRefusal>,
  refusedAs: EventKind,
): Promise<void> {
  if (outcome.kind === 'ok') return recordPayment(context, attempt, outcome.value);
  if (outcome.kind === 'unknown') return tell(context, order, attempt, 'payment_unknown');
  if (outcome.kind !== 'refused') return;
  if (refusedAs === 'payment_declined') return recordRefusal(context, attempt, outcome.reason);
  if (ASK_AGAIN.has(outcome.reason)) return syncPayment(context, order, attempt);
  return tell(context, order, attempt, refusedAs, outcome.reason);
}

async function tell(
  { database, machine }: PaymentEffectsContext,
  order: Order,
  attempt: PaymentAttempt,
  kind: EventKind,
  reason?: string,
): Promise<void> {
  await database.transaction((transaction) =>
    applyEvent(machine, transaction, order.id, {
      kind,
      // Said at most once for each time that the order has come this far.
      key: `${attempt.id}:${kind}:${order.eventSequence}`,
      data: { attemptId: attempt.id, reason },
    }),
  );
}
