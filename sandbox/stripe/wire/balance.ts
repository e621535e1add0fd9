import type Stripe from 'stripe';
import type { BalanceTransactionRecord, PayoutRecord } from '../accountState.ts';

/** Reporting categories that differ from the type (docs.stripe.com/reports/reporting-categories). */
const REPORTING_CATEGORIES: Readonly<Record<string, string>> = {
  stripe_fee: 'fee',
  payout_failure: 'payout_reversal',
  reserve_hold: 'risk_reserved_funds',
};

function getReportingCategory({ type, amount }: BalanceTransactionRecord): string {
  if (type === 'adjustment') return amount < 0 ? 'dispute' : 'dispute_reversal';
  return REPORTING_CATEGORIES[type] ?? type;
}

export function toStripeBalanceTransaction(record: BalanceTransactionRecord): Stripe.BalanceTransaction {
  return {
    object: 'balance_transaction',
    available_on: record.created + 2 * 86_400,
    balance_type: 'payments',
    description: null,
    fee_details: record.fee === 0 ? [] : [toStripeFeeDetail(record)],
    reporting_category: getReportingCategory(record),
    status: 'pending',
    ...record,
  };
}

function toStripeFeeDetail({ fee, currency }: BalanceTransactionRecord): Stripe.BalanceTransaction.FeeDetail {
  return { amount: fee, application: null, currency, description: 'Stripe processing fees', type: 'stripe_fee' };
}

const PAYOUT_DEFAULTS: Omit<Stripe.Payout, keyof PayoutRecord> = {
  object: 'payout',
  application_fee: null,
  application_fee_amount: null,
  description: 'STRIPE PAYOUT',
  destination: 'ba_sandbox',
  failure_message: null,
  livemode: false,
  metadata: {},
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reversed_by: null,
  source_type: 'card',
  trace_id: null,
  type: 'bank_account',
};

export function toStripePayout({ lines: _lines, ...record }: PayoutRecord): Stripe.Payout {
  return { ...PAYOUT_DEFAULTS, ...record };
}
