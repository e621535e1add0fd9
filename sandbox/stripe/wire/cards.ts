import type Stripe from 'stripe';
import type { BillingDetails, CardRecord } from '../accountState.ts';

/** Returns the card fields common to methods, tokens and charges. */
export function toStripeCardFields({ brand, country, exp_month, exp_year, fingerprint, last4, wallet }: CardRecord) {
  return {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country,
    exp_month,
    exp_year,
    fingerprint,
    funding: 'credit',
    last4,
    regulated_status: 'unregulated',
    wallet: wallet ? { type: wallet, [wallet]: {}, dynamic_last4: null } : null,
  } satisfies Pick<Stripe.PaymentMethod.Card, keyof Stripe.PaymentMethod.Card & keyof ChargedCard>;
}

type ChargedCard = Stripe.Charge.PaymentMethodDetails.Card;

export function toStripeCard(record: CardRecord): Stripe.PaymentMethod.Card {
  return {
    ...toStripeCardFields(record),
    display_brand: record.brand,
    generated_from: null,
    networks: { available: [record.brand], preferred: null },
    three_d_secure_usage: { supported: true },
  };
}

export function toStripeBillingDetails(record: BillingDetails): Stripe.PaymentMethod.BillingDetails {
  return { ...record, tax_id: null };
}
