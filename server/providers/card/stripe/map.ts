import type { Amount } from '@slipway/money/amount.ts';
import type { CardDetails, CardPayment, CardPaymentStatus, CardRefund } from '../cardPort.ts';
import type { CardAnswer, ChargeAnswer, PaymentIntentAnswer, PaymentMethodAnswer, RefundAnswer } from './answers.ts';
import { isAuthorizationExpired, toCardErrorRefusal } from './refusals.ts';
import { fromStripeAmount } from './stripeAmounts.ts';
import { stripeWallets } from './wallets.ts';

/** docs.stripe.com/payments/paymentintents/lifecycle. A status that is not listed is not mapped. */
const PAYMENT_STATUSES: Readonly<Record<string, CardPaymentStatus>> = {
  requires_action: 'requires_action',
  processing: 'processing',
  requires_capture: 'authorized',
  succeeded: 'captured',
  canceled: 'voided',
};

/** docs.stripe.com/refunds. A refund that requires action from the buyer is pending. */
const REFUND_STATUSES: Readonly<Record<string, CardRefund['status']>> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'settled',
  failed: 'failed',
  canceled: 'failed',
};

/** Returns the wallet that a card came from; undefined for a card that was typed in. */
export function toWallet({ wallet }: Pick<CardAnswer, 'wallet'>): CardDetails['wallet'] {
  if (!wallet) return undefined;
  return (Object.hasOwn(stripeWallets, wallet.type) && stripeWallets[wallet.type]) || 'other';
}

/** `requires_payment_method` means declined only if Stripe reports an error; before an attempt it has no meaning. */
function toPaymentStatus(intent: PaymentIntentAnswer): CardPaymentStatus | undefined {
  if (intent.status === 'requires_payment_method') return intent.last_payment_error ? 'declined' : undefined;
  return Object.hasOwn(PAYMENT_STATUSES, intent.status) ? PAYMENT_STATUSES[intent.status] : undefined;
}

/** Returns the payment, or undefined if a value of Stripe is in no table. */
export function toCardPayment(intent: PaymentIntentAnswer): CardPayment | undefined {
  const status = toPaymentStatus(intent);
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
    card: (charge && findChargeCard(charge)) ?? findDeclinedCard(intent),
    customerId: getReferenceId(intent.customer) || undefined,
    refusal: findPaymentRefusal(intent, status),
    clientSecret: status === 'requires_action' ? (intent.client_secret ?? undefined) : undefined,
    acquirerFee: status === 'captured' && charge ? findChargeFee(charge) : undefined,
  });
}

function findPaymentRefusal(intent: PaymentIntentAnswer, status: CardPaymentStatus): CardPayment['refusal'] {
  if (status === 'declined' && intent.last_payment_error) return toCardErrorRefusal(intent.last_payment_error);
  return isAuthorizationExpired(intent) ? 'authorization_expired' : undefined;
}

function findChargeCard(charge: ChargeAnswer): CardDetails | undefined {
  const card = charge.payment_method_details?.card;
  return card && charge.payment_method ? buildCardDetails(charge.payment_method, card) : undefined;
}

/** Returns the card of an attempt that was declined before a charge existed, such as a failed 3-D Secure. */
function findDeclinedCard({ last_payment_error: error }: PaymentIntentAnswer): CardDetails | undefined {
  return error?.payment_method ? toCardDetails(error.payment_method) : undefined;
}

/** Returns the fee in the account's settlement currency, which may differ from the payment's. */
function findChargeFee(charge: ChargeAnswer): Amount | undefined {
  const line = charge.balance_transaction;
  return typeof line === 'object' && line !== null ? fromStripeAmount(line.fee, line.currency) : undefined;
}

function buildCardDetails(paymentMethodId: string, card: CardAnswer): CardDetails {
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

function toCardDetails(method: PaymentMethodAnswer): CardDetails | undefined {
  return method.card ? buildCardDetails(method.id, method.card) : undefined;
}

export function toCardRefund(refund: RefundAnswer): CardRefund | undefined {
  const vendorStatus = refund.status ?? '';
  const status = Object.hasOwn(REFUND_STATUSES, vendorStatus) ? REFUND_STATUSES[vendorStatus] : undefined;
  const amount = fromStripeAmount(refund.amount, refund.currency);
  if (!status || !amount) return undefined;
  return {
    refundId: refund.id,
    paymentId: getReferenceId(refund.payment_intent),
    reference: refund.metadata?.reference ?? '',
    orderNo: refund.metadata?.orderNo ?? '',
    amount,
    status,
  };
}

/** Returns the id, or an empty string if there is none. */
export function getReferenceId(reference: RefundAnswer['payment_intent']): string {
  return (typeof reference === 'string' ? reference : reference?.id) ?? '';
}

/** Removes undefined fields, since absent and undefined differ where the result is compared or stored. */
export function dropUndefined<Shape extends object>(shape: Shape): Shape {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as Shape;
}
