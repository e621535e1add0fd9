import type Stripe from 'stripe';
import type { ConfirmationTokenRecord, CustomerRecord, PaymentMethodRecord } from '../accountState.ts';
import { toStripeBillingDetails, toStripeCard } from './cards.ts';

const CUSTOMER_DEFAULTS: Omit<Stripe.Customer, keyof CustomerRecord> = {
  object: 'customer',
  address: null,
  balance: 0,
  currency: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
};

export function toStripeCustomer(record: CustomerRecord): Stripe.Customer {
  return { ...CUSTOMER_DEFAULTS, ...record };
}

const PAYMENT_METHOD_DEFAULTS: Omit<Stripe.PaymentMethod, keyof PaymentMethodRecord> = {
  object: 'payment_method',
  allow_redisplay: 'unspecified',
  customer_account: null,
  livemode: false,
  metadata: {},
  type: 'card',
};

export function toStripePaymentMethod(record: PaymentMethodRecord): Stripe.PaymentMethod {
  const { behaviour: _behaviour, used: _used, ...shown } = record;
  return {
    ...PAYMENT_METHOD_DEFAULTS,
    ...shown,
    billing_details: toStripeBillingDetails(record.billing_details),
    card: toStripeCard(record.card),
  };
}

const TOKEN_DEFAULTS: Omit<Stripe.ConfirmationToken, keyof ConfirmationTokenRecord | 'payment_method_preview'> = {
  object: 'confirmation_token',
  livemode: false,
  mandate_data: null,
  metadata: null,
  payment_method_options: null,
  setup_intent: null,
  shipping: null,
  use_stripe_sdk: true,
};

export function toStripeConfirmationToken(record: ConfirmationTokenRecord): Stripe.ConfirmationToken {
  const { behaviour: _behaviour, billing_details: _details, card: _card, ...shown } = record;
  return {
    ...TOKEN_DEFAULTS,
    payment_method_preview: {
      allow_redisplay: 'unspecified',
      billing_details: toStripeBillingDetails(record.billing_details),
      card: toStripeCard(record.card),
      customer: null,
      customer_account: null,
      type: 'card',
    },
    ...shown,
  };
}
