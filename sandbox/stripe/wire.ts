import type {
  AccountState,
  BalanceTransactionRecord,
  CardRecord,
  ChargeRecord,
  ConfirmationTokenRecord,
  CustomerRecord,
  DisputeRecord,
  EarlyFraudWarningRecord,
  EventRecord,
  PaymentIntentRecord,
  PaymentMethodRecord,
  PayoutRecord,
  RefundRecord,
} from './account.ts';

/** The API version whose shapes are spoken. */
export const API_VERSION = '2026-10-28.endive';

export type WireObject = Record<string, unknown>;

function card(record: CardRecord): WireObject {
  return {
    brand: record.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: record.country,
    display_brand: record.brand,
    exp_month: record.exp_month,
    exp_year: record.exp_year,
    fingerprint: record.fingerprint,
    funding: 'credit',
    generated_from: null,
    last4: record.last4,
    networks: { available: [record.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: record.wallet ? { type: record.wallet, [record.wallet]: {}, dynamic_last4: null } : null,
  };
}

function customer(record: CustomerRecord): WireObject {
  return {
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
    ...record,
  };
}

export function paymentMethod(record: PaymentMethodRecord): WireObject {
  const { behaviour: _behaviour, used: _used, ...shown } = record;
  return {
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
    ...shown,
    card: card(record.card),
  };
}

export function confirmationToken(record: ConfirmationTokenRecord): WireObject {
  const { behaviour: _behaviour, billing_details, card: cardRecord, ...shown } = record;
  return {
    object: 'confirmation_token',
    livemode: false,
    mandate_data: null,
    metadata: null,
    payment_method_options: null,
    payment_method_preview: {
      allow_redisplay: 'unspecified',
      billing_details,
      card: card(cardRecord),
      customer: null,
      customer_account: null,
      type: 'card',
    },
    setup_intent: null,
    shipping: null,
    use_stripe_sdk: true,
    ...shown,
  };
}

export function paymentIntent(record: PaymentIntentRecord): WireObject {
  return {
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
    ...record,
  };
}

function charge(record: ChargeRecord, state: AccountState): WireObject {
  const { capture_before, authenticated, decline_code, ...shown } = record;
  const method = state.paymentMethods[record.payment_method];
  const failed = record.status === 'failed';
  return {
    object: 'charge',
    application: null,
    application_fee: null,
    application_fee_amount: null,
    billing_details: method?.billing_details ?? null,
    calculated_statement_descriptor: 'SLIPWAY',
    description: null,
    failure_balance_transaction: null,
    fraud_details: {},
    livemode: false,
    on_behalf_of: null,
    outcome: {
      advice_code: failed ? 'try_again_later' : null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: failed ? 'declined_by_network' : 'approved_by_network',
      reason: failed ? (decline_code ?? record.failure_code) : null,
      risk_level: 'normal',
      seller_message: failed ? 'The bank declined this payment.' : 'Payment complete.',
      type: failed ? 'issuer_declined' : 'authorized',
    },
    paid: !failed,
    payment_method_details: {
      card: {
        ...(method ? card(method.card) : {}),
        amount_authorized: failed ? null : record.amount,
        authorization_code: failed ? null : '123456',
        ...(capture_before === null ? {} : { capture_before }),
        network: method?.card.brand ?? null,
        overcapture: { maximum_amount_capturable: record.amount, status: 'unavailable' },
        three_d_secure: authenticated
          ? { authentication_flow: 'challenge', result: 'authenticated', result_reason: null, version: '2.2.0' }
          : null,
      },
      type: 'card',
    },
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
    ...shown,
  };
}

function refund(record: RefundRecord): WireObject {
  const { failure_reason, failure_balance_transaction, ...shown } = record;
  return {
    object: 'refund',
    customer: null,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    ...(failure_reason === null ? {} : { failure_reason, failure_balance_transaction }),
    payment_method: null,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
    ...shown,
  };
}

/** Every field of evidence is there, null where nothing was said (docs.stripe.com/api/disputes/evidence_object). */
export const EVIDENCE_FIELDS = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const;

const NETWORK_REASONS: Readonly<Record<string, string>> = { fraudulent: '10.4', product_not_received: '13.1' };

function dispute(record: DisputeRecord, state: AccountState): WireObject {
  const { case_type, due_by, evidence, submission_count, countered_fee: _, ...shown } = record;
  const method = state.paymentMethods[state.charges[record.charge]?.payment_method ?? ''];
  const { brand = 'visa' } = method?.card ?? {};
  return {
    object: 'dispute',
    enhanced_eligibility_types: [],
    evidence: {
      ...Object.fromEntries(EVIDENCE_FIELDS.map((field) => [field, evidence[field] ?? null])),
      enhanced_evidence: {},
    },
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
    balance_transactions: record.balance_transactions.map((id) => findObject(state, id)),
  };
}

function earlyFraudWarning(record: EarlyFraudWarningRecord, state: AccountState): WireObject {
  const warned = state.charges[record.charge];
  return {
    object: 'radar.early_fraud_warning',
    // "If it has not received a dispute and has not been fully refunded" (docs.stripe.com/api/early_fraud_warnings/object).
    actionable: warned !== undefined && !warned.disputed && !warned.refunded,
    livemode: false,
    ...record,
  };
}

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

function balanceTransaction(record: BalanceTransactionRecord): WireObject {
  return {
    object: 'balance_transaction',
    available_on: record.created + 2 * 86_400,
    balance_type: 'payments',
    description: null,
    fee_details:
      record.fee === 0
        ? []
        : [
            {
              amount: record.fee,
              application: null,
              currency: record.currency,
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    reporting_category: reportingCategory(record),
    status: 'pending',
    ...record,
  };
}

function payout(record: PayoutRecord): WireObject {
  return {
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
    ...record,
  };
}

/** The event as the webhooks and the events list show it. */
export function event(record: EventRecord): WireObject {
  return {
    id: record.id,
    object: 'event',
    api_version: API_VERSION,
    created: record.created,
    data: { object: record.object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: record.type,
  };
}

/** Any object of the account by its id, as the wire shows it. */
export function findObject(state: AccountState, id: string): WireObject | undefined {
  const kind = id.slice(0, id.indexOf('_'));
  const find = <Stored>(map: Record<string, Stored>, show: (stored: Stored) => WireObject): WireObject | undefined => {
    const stored = Object.hasOwn(map, id) ? map[id] : undefined;
    return stored === undefined ? undefined : show(stored);
  };
  switch (kind) {
    case 'cus':
      return find(state.customers, customer);
    case 'pm':
      return find(state.paymentMethods, paymentMethod);
    case 'ctoken':
      return find(state.confirmationTokens, confirmationToken);
    case 'pi':
      return find(state.paymentIntents, paymentIntent);
    case 'ch':
      return find(state.charges, (stored) => charge(stored, state));
    case 're':
      return find(state.refunds, refund);
    case 'du':
      return find(state.disputes, (stored) => dispute(stored, state));
    case 'issfr':
      return find(state.earlyFraudWarnings, (stored) => earlyFraudWarning(stored, state));
    case 'txn':
      return find(state.balanceTransactions, balanceTransaction);
    case 'po':
      return find(state.payouts, payout);
    default:
      return undefined;
  }
}
