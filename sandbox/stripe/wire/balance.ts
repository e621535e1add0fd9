import type Stripe from 'stripe';
import type { BalanceTransactionRecord, PayoutRecord } from '../account.ts';

/** docs.stripe.com/reports/reporting-categories */
const REPORTING: Readonly<Record<string, string>> = {
  stripe_fee: 'fee',
  payout_failure: 'payout_reversal',
  reserve_hold: 'risk_reserved_funds',
};

function reportingCategory({ type, amount }: BalanceTransactionRecord): string {
  if (type === 'adjustment') return amount < 0 ? 'dispute' : 'dispute_reversal';
  return REPORTING[type] ?? type;
}

export function balanceTransaction(record: BalanceTransactionRecord): Stripe.BalanceTransaction {
  return {
    object: 'balance_transaction',
    available_on: record.created + 2 * 86_400,
    balance_type: 'payments',
    description: null,
    fee_details: record.fee === 0 ? [] : [feeDetail(record)],
    reporting_category: reportingCategory(record),
    status: 'pending',
    ...record,
  };
}

function feeDetail({ fee, currency }: BalanceTransactionRecord): Stripe.BalanceTransaction.FeeDetail {
  return { amount: fee, application: null, currency, description: 'Stripe processing fees', type: 'stripe_fee' };
}

const PLAIN_PAYOUT: Omit<Stripe.Payout, keyof PayoutRecord> = {
  object: 'payout',
  application_fee: null,
  application_fee_amount: null,
  automatic: false,
  description: 'STRIPE PAYOUT',
  destination: 'ba_sandbox',
  failure_message: null,
  livemode: false,
  metadata: {},
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reconciliation_status: 'not_applicable',
  reversed_by: null,
  source_type: 'card',
  trace_id: null,
  type: 'bank_account',
};

export function payout(record: PayoutRecord): Stripe.Payout {
  return { ...PLAIN_PAYOUT, ...record };
}
