import type Stripe from 'stripe';
import type { RefundRecord } from '../accountState.ts';

const REFUND_DEFAULTS: Omit<Stripe.Refund, keyof RefundRecord> = {
  object: 'refund',
  customer: null,
  customer_account: null,
  destination_details: { card: { type: 'refund' }, type: 'card' },
  payment_method: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
};

export function toStripeRefund(record: RefundRecord): Stripe.Refund {
  const { failure_reason, failure_balance_transaction, ...shown } = record;
  return {
    ...REFUND_DEFAULTS,
    ...(failure_reason === null ? {} : { failure_reason }),
    ...(failure_balance_transaction === null ? {} : { failure_balance_transaction }),
    ...shown,
  };
}
