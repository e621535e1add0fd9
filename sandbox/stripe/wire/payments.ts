import type Stripe from 'stripe';
import type { AccountState, CardRecord, ChargeRecord, PaymentIntentRecord } from '../accountState.ts';
import { toStripeBillingDetails, toStripeCardFields } from './cards.ts';

const PAYMENT_INTENT_DEFAULTS: Omit<Stripe.PaymentIntent, keyof PaymentIntentRecord> = {
  object: 'payment_intent',
  allowed_payment_method_types: null,
  amount_details: { tip: {} },
  application: null,
  application_fee_amount: null,
  confirmation_method: 'automatic',
  customer_account: null,
  excluded_payment_method_types: null,
  livemode: false,
  managed_payments: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: {
    card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
  },
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
};

export function toStripePaymentIntent(record: PaymentIntentRecord): Stripe.PaymentIntent {
  return { ...PAYMENT_INTENT_DEFAULTS, ...record };
}

/** Charge fields that are always empty for this account: platform, receipt, shipment, transfer. */
const CHARGE_DEFAULTS: Omit<
  Stripe.Charge,
  keyof ChargeRecord | 'billing_details' | 'outcome' | 'paid' | 'payment_method_details'
> = {
  object: 'charge',
  application: null,
  application_fee: null,
  application_fee_amount: null,
  calculated_statement_descriptor: 'SLIPWAY',
  description: null,
  failure_balance_transaction: null,
  fraud_details: {},
  livemode: false,
  on_behalf_of: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
};

const EMPTY_BILLING_DETAILS: Stripe.Charge.BillingDetails = {
  address: null,
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

export function toStripeCharge(record: ChargeRecord, state: AccountState): Stripe.Charge {
  const { capture_before: _before, authenticated: _authenticated, decline_code: _code, ...shown } = record;
  const method = state.paymentMethods[record.payment_method];
  return {
    ...CHARGE_DEFAULTS,
    billing_details: method ? toStripeBillingDetails(method.billing_details) : EMPTY_BILLING_DETAILS,
    outcome: record.status === 'failed' ? toDeclinedOutcome(record) : AUTHORIZED,
    paid: record.status !== 'failed',
    payment_method_details: method ? { card: toStripeChargedCard(record, method.card), type: 'card' } : null,
    ...shown,
  };
}

const AUTHORIZED: Stripe.Charge.Outcome = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  seller_message: 'Payment complete.',
  type: 'authorized',
};

function toDeclinedOutcome({ decline_code, failure_code }: ChargeRecord): Stripe.Charge.Outcome {
  return {
    ...AUTHORIZED,
    advice_code: 'try_again_later',
    network_status: 'declined_by_network',
    reason: decline_code ?? failure_code,
    seller_message: 'The bank declined this payment.',
    type: 'issuer_declined',
  };
}

function toStripeChargedCard(
  { amount, authenticated, capture_before, status }: ChargeRecord,
  record: CardRecord,
): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    ...toStripeCardFields(record),
    amount_authorized: status === 'failed' ? null : amount,
    authorization_code: status === 'failed' ? null : '123456',
    ...(capture_before === null ? {} : { capture_before }),
    electronic_commerce_indicator: authenticated ? AUTHENTICATED.electronic_commerce_indicator : null,
    installments: null,
    mandate: null,
    network: record.brand,
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
    three_d_secure: authenticated ? AUTHENTICATED : null,
    transaction_link_id: null,
  };
}

/** The result of 3-D Secure for a Visa (docs.stripe.com/api/charges/object, `electronic_commerce_indicator`). */
const AUTHENTICATED: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
};
