import type Stripe from 'stripe';
import type { AccountState, DisputeRecord, EarlyFraudWarningRecord } from '../accountState.ts';
import { requireStored } from '../requireStored.ts';
import { toStripeBalanceTransaction } from './balance.ts';

/** All evidence fields, null if not set (docs.stripe.com/api/disputes/evidence_object). */
const NO_EVIDENCE = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
} satisfies Omit<Stripe.Dispute.Evidence, 'enhanced_evidence'>;

export const EVIDENCE_FIELDS: readonly string[] = Object.keys(NO_EVIDENCE);

/** Evidence fields that take "the ID of a file upload" (docs.stripe.com/api/disputes/update). */
export const FILE_FIELDS: ReadonlySet<string> = new Set([
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
] satisfies (keyof typeof NO_EVIDENCE)[]);

const NETWORK_REASONS: Readonly<Record<string, string>> = { fraudulent: '10.4', product_not_received: '13.1' };

export function toStripeDispute(record: DisputeRecord, state: AccountState): Stripe.Dispute {
  const { case_type, due_by, evidence, submission_count, countered_fee: _fee, ...shown } = record;
  const method = state.paymentMethods[state.charges[record.charge]?.payment_method ?? ''];
  const { brand = 'visa' } = method?.card ?? {};
  return {
    object: 'dispute',
    enhanced_eligibility_types: [],
    evidence: { ...NO_EVIDENCE, ...evidence, enhanced_evidence: {} },
    evidence_details: {
      due_by,
      enhanced_eligibility: {},
      has_evidence: Object.keys(evidence).length > 0,
      past_due: false,
      submission_count,
      submission_method: submission_count > 0 ? 'manual' : 'not_submitted',
    },
    intended_submission_method: null,
    livemode: false,
    metadata: {},
    payment_method_details: {
      card: { brand, case_type, network: brand, network_reason_code: NETWORK_REASONS[record.reason] ?? null },
      type: 'card',
    },
    ...shown,
    balance_transactions: record.balance_transactions.map((id) =>
      toStripeBalanceTransaction(requireStored(state.balanceTransactions, id, 'balance_transaction')),
    ),
  };
}

export function toStripeFraudWarning(
  record: EarlyFraudWarningRecord,
  state: AccountState,
): Stripe.Radar.EarlyFraudWarning {
  const warned = state.charges[record.charge];
  return {
    object: 'radar.early_fraud_warning',
    // "If it has not received a dispute and has not been fully refunded" (docs.stripe.com/api/early_fraud_warnings/object).
    actionable: warned !== undefined && !warned.disputed && !warned.refunded,
    livemode: false,
    ...record,
  };
}
