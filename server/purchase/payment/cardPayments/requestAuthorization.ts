import { findBuyer, setAcquirerCustomer } from '../../../account/buyerStore.ts';
import { findSavedCard } from '../../../account/cards/savedCardStore.ts';
import type { AuthorizeRequest, CardAcquirer, CardPayment, CardRefusal } from '../../../providers/card/cardPort.ts';
import { type Outcome, ok, refused } from '../../../providers/outcome.ts';
import { findWalletMethod } from '../../order/order.ts';
import type { OrderAttempt, PaymentContext } from './concludePayment.ts';

export type PaymentStepContext = PaymentContext & { readonly card: CardAcquirer; readonly publicUrl: string };

/**
 * Asks the acquirer to authorize an attempt. The idempotency key is derived from the attempt: a retry after a lost
 * answer returns the result of the first request.
 */
export async function requestAuthorization(
  context: PaymentStepContext,
  { order, attempt }: OrderAttempt,
): Promise<Outcome<CardPayment, CardRefusal>> {
  const source = await findPaymentSource(context, { order, attempt });
  if (source.kind !== 'ok') return source;
  return context.card.authorize({
    idempotencyKey: `${attempt.id}:authorize`,
    orderNo: order.orderNo,
    attemptId: attempt.id,
    amount: order.pay,
    source: source.value,
    wallet: findWalletMethod(order),
    saveCard: attempt.saveCard,
    returnUrl: `${context.publicUrl}/payment-status?orderNo=${order.orderNo}`,
  });
}

/** Asks the acquirer for the state of an attempt's payment. Without a payment id it repeats the authorization request. */
export async function queryPayment(
  context: PaymentStepContext,
  about: OrderAttempt,
): Promise<Outcome<CardPayment, CardRefusal | 'not_found'>> {
  const { paymentId } = about.attempt;
  return paymentId === null ? requestAuthorization(context, about) : context.card.getPayment(paymentId);
}

async function findPaymentSource(
  context: PaymentStepContext,
  { order, attempt }: OrderAttempt,
): Promise<Outcome<AuthorizeRequest['source'], CardRefusal>> {
  const customer =
    attempt.saveCard || attempt.savedCardId ? await ensureAcquirerCustomer(context, order.buyerId) : undefined;
  if (customer && customer.kind !== 'ok') return customer;
  const token = attempt.confirmationToken;
  if (token) return ok({ kind: 'confirmation_token', token, ...(customer && { customerId: customer.value }) });
  const card =
    attempt.savedCardId && order.buyerId
      ? await findSavedCard(context.database, order.buyerId, attempt.savedCardId)
      : undefined;
  if (!card || !customer) return refused('invalid_request', 'the saved card is gone');
  return ok({ kind: 'saved_card', paymentMethodId: card.paymentMethodId, customerId: customer.value });
}

/** Returns the buyer's customer record at the acquirer, created once; undefined if there is no buyer. */
async function ensureAcquirerCustomer(
  { database, card }: PaymentStepContext,
  buyerId: string | null,
): Promise<Outcome<string> | undefined> {
  const buyer = buyerId ? await findBuyer(database, buyerId) : undefined;
  if (!buyer) return undefined;
  if (buyer.acquirerCustomerId) return ok(buyer.acquirerCustomerId);
  const created = await card.createCustomer({
    idempotencyKey: `${buyer.id}:customer`,
    buyerId: buyer.id,
    email: buyer.email,
  });
  if (created.kind !== 'ok') return created;
  await setAcquirerCustomer(database, buyer.id, created.value.customerId);
  return ok(created.value.customerId);
}
