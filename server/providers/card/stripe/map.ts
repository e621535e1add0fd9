import type { Amount } from '@slipway/money/amount.ts';
import type { CardDetails, CardPayment, CardPaymentStatus, CardRefund } from '../cardPort.ts';
import type { CardAnswer, ChargeAnswer, PaymentIntentAnswer, PaymentMethodAnswer, RefundAnswer } from './answers.ts';
import { isLapsed, refusalOfCardError } from './refusals.ts';
import { fromStripeAmount } from './stripeAmounts.ts';
import { stripeWallets } from './wallets.ts';

/** docs.stripe.com/payments/paymentintents/lifecycle. A status that is not here says nothing yet. */
const PAYMENT_STATUSES: Readonly<Record<string, CardPaymentStatus>> = {
  requires_action: 'requires_action',
  processing: 'processing',
  requires_capture: 'authorized',
  succeeded: 'captured',
  canceled: 'voided',
};

/** docs.stripe.com/refunds. A refund that asks the buyer for something is under way. */
const REFUND_STATUSES: Readonly<Record<string, CardRefund['status']>> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'settled',
  failed: 'failed',
  canceled: 'failed',
};

/** Whose wallet a card came out of; undefined for one that was typed. */
export function toWallet({ wallet }: Pick<CardAnswer, 'wallet'>): CardDetails['wallet'] {
  if (!wallet) return undefined;
  return (Object.hasOwn(stripeWallets, wallet.type) && stripeWallets[wallet.type]) || 'other';
}

/** Back to `requires_payment_method` is a decline only when Stripe says what went wrong; before a try it says nothing. */
function paymentStatus(intent: PaymentIntentAnswer): CardPaymentStatus | undefined {
  if (intent.status === 'requires_payment_method') return intent.last_payment_error ? 'declined' : undefined;
  return Object.hasOwn(PAYMENT_STATUSES, intent.status) ? PAYMENT_STATUSES[intent.status] : undefined;
}

/** The payment in our words, or undefined when Stripe's words are not in the tables. */
export function toCardPayment(intent: PaymentIntentAnswer): CardPayment | undefined {
  const status = paymentStatus(intent);
  const amount = fromStripeAmount(intent.amount, intent.currency);
  const capturedAmount = fromStripeAmount(intent.amount_received, intent.currency);
  if (status === undefined || !amount || !capturedAmount) return undefined;
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : undefined;
  const captureBefore = charge?.payment_method_details?.card?.capture_before;
  return dropUndefined({
    paymentId: intent.id,
    orderNo: intent.metadata.orderNo ?? '',
    attemptId: intent.metadata.attemptId ?? '',
    status,
    amount,
    capturedAmount,
    refundedAmount: (charge && fromStripeAmount(charge.amount_refunded ?? 0, intent.currency)) || undefined,
    captureBefore: status === 'authorized' && captureBefore !== undefined ? new Date(captureBefore * 1000) : undefined,
    card: (charge && cardOfCharge(charge)) ?? cardOfError(intent),
    customerId: idOf(intent.customer) || undefined,
    refusal: refusalOf(intent, status),
    clientSecret: status === 'requires_action' ? (intent.client_secret ?? undefined) : undefined,
    acquirerFee: status === 'captured' && charge ? feeOfCharge(charge) : undefined,
  });
}

function refusalOf(intent: PaymentIntentAnswer, status: CardPaymentStatus): CardPayment['refusal'] {
  if (status === 'declined' && intent.last_payment_error) return refusalOfCardError(intent.last_payment_error);
  return isLapsed(intent) ? 'authorization_expired' : undefined;
}

function cardOfCharge(charge: ChargeAnswer): CardDetails | undefined {
  const card = charge.payment_method_details?.card;
  return card && charge.payment_method ? cardDetails(charge.payment_method, card) : undefined;
}

/** Of a try that was declined before there was a charge, such as a failed 3-D Secure. */
function cardOfError({ last_payment_error: error }: PaymentIntentAnswer): CardDetails | undefined {
  return error?.payment_method ? toCardDetails(error.payment_method) : undefined;
}

/** In the currency that the account settles in, which need not be the payment's. */
function feeOfCharge(charge: ChargeAnswer): Amount | undefined {
  const line = charge.balance_transaction;
  return typeof line === 'object' && line !== null ? fromStripeAmount(line.fee, line.currency) : undefined;
}

function cardDetails(paymentMethodId: string, card: CardAnswer): CardDetails {
  const wallet = toWallet(card);
  return {
    paymentMethodId,
    brand: card.brand ?? 'unknown',
    last4: card.last4 ?? '',
    expiryMonth: card.exp_month,
    expiryYear: card.exp_year,
    fingerprint: card.fingerprint ?? '',
    ...(card.country ? { country: card.country } : {}),
    ...(wallet ? { wallet } : {}),
  };
}

export function toCardDetails(method: PaymentMethodAnswer): CardDetails | undefined {
  return method.card ? cardDetails(method.id, method.card) : undefined;
}

export function toCardRefund(refund: RefundAnswer): CardRefund | undefined {
  const word = refund.status ?? '';
  const status = Object.hasOwn(REFUND_STATUSES, word) ? REFUND_STATUSES[word] : undefined;
  const amount = fromStripeAmount(refund.amount, refund.currency);
  if (!status || !amount) return undefined;
  return {
    refundId: refund.id,
    paymentId: idOf(refund.payment_intent),
    reference: refund.metadata?.reference ?? '',
    orderNo: refund.metadata?.orderNo ?? '',
    amount,
    status,
  };
}

/** Empty where there is none. */
export function idOf(reference: RefundAnswer['payment_intent']): string {
  return (typeof reference === 'string' ? reference : reference?.id) ?? '';
}

/** Absent and undefined are not the same where the result is compared or stored. */
export function dropUndefined<Shape extends object>(shape: Shape): Shape {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as Shape;
}
