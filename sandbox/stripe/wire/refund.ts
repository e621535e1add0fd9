import type Stripe from 'stripe';
import type { RefundRecord } from '../account.ts';

const PLAIN_REFUND: Omit<Stripe.Refund, keyof RefundRecord> = {
  object: 'refund',
  customer: null,
  customer_account: null,
  destination_details: { card: { type: 'refund' }, type: 'card' },
  payment_method: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
};

export function refund(record: RefundRecord): Stripe.Refund {
  const { failure_reason, failure_balance_transaction, ...shown } = record;
  return {
    ...PLAIN_REFUND,
    ...(failure_reason === null ? {} : { failure_reason }),
    ...(failure_balance_transaction === null ? {} : { failure_balance_transaction }),
    ...shown,
  };
}
