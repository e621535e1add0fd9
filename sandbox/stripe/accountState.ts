import type Stripe from 'stripe';
import type { StripeObject } from './wire/findObject.ts';

/** State of one Stripe account, in the shapes of Stripe's API objects without fields that never vary. */
export type AccountState = {
  customers: Record<string, CustomerRecord>;
  paymentMethods: Record<string, PaymentMethodRecord>;
  confirmationTokens: Record<string, ConfirmationTokenRecord>;
  paymentIntents: Record<string, PaymentIntentRecord>;
  charges: Record<string, ChargeRecord>;
  refunds: Record<string, RefundRecord>;
  disputes: Record<string, DisputeRecord>;
  files: Record<string, FileRecord>;
  earlyFraudWarnings: Record<string, EarlyFraudWarningRecord>;
  balanceTransactions: Record<string, BalanceTransactionRecord>;
  payouts: Record<string, PayoutRecord>;
  authentications: Record<string, AuthenticationRecord>;
  /** Newest last; older ones are deleted. */
  events: EventRecord[];
  /** Idempotency keys whose answers are in the file of stored answers. */
  idempotencyKeys: Record<string, true>;
  due: ScheduledWork[];
  /** Captures are converted into this currency; null: paid out in the currency of the payment. */
  settlementCurrency: string | null;
};

export type Address = Readonly<Record<'city' | 'country' | 'line1' | 'line2' | 'postal_code' | 'state', string | null>>;
export type BillingDetails = {
  readonly address: Address;
  readonly email: string | null;
  readonly name: string | null;
  readonly phone: string | null;
};

export type Metadata = Record<string, string>;

export type CustomerRecord = {
  readonly id: string;
  readonly created: number;
  readonly email: string | null;
  readonly name: string | null;
  readonly metadata: Metadata;
};

export type CardRecord = {
  readonly brand: string;
  /** Country of the issuer. */
  readonly country: string;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly fingerprint: string;
  /** The wallet that provided the card. */
  readonly wallet?: string;
};

export type PaymentMethodRecord = {
  readonly id: string;
  readonly created: number;
  readonly billing_details: BillingDetails;
  readonly card: CardRecord;
  customer: string | null;
  /** Behaviour of this card: a key of the test cards. The number itself is never stored. */
  readonly behaviour: string;
  /** True after a payment without a customer; the method cannot be used again. */
  used: boolean;
};

export type SetupFutureUsage = 'on_session' | 'off_session';

export type ConfirmationTokenRecord = {
  readonly id: string;
  readonly created: number;
  readonly expires_at: number;
  payment_intent: string | null;
  readonly billing_details: BillingDetails;
  readonly card: CardRecord;
  readonly behaviour: string;
  readonly return_url: string | null;
  readonly setup_future_usage: SetupFutureUsage | null;
};

export type PaymentIntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'canceled'
  | 'succeeded';

export type PaymentIntentRecord = {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  amount_capturable: number;
  amount_received: number;
  readonly automatic_payment_methods: Stripe.PaymentIntent.AutomaticPaymentMethods | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
  readonly capture_method: 'automatic' | 'automatic_async' | 'manual';
  readonly client_secret: string;
  readonly currency: string;
  readonly customer: string | null;
  readonly description: string | null;
  last_payment_error: Stripe.PaymentIntent.LastPaymentError | null;
  latest_charge: string | null;
  readonly metadata: Metadata;
  next_action: Stripe.PaymentIntent.NextAction | null;
  payment_method: string | null;
  readonly payment_method_types: string[];
  setup_future_usage: SetupFutureUsage | null;
  status: PaymentIntentStatus;
};

export type ChargeRecord = {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  amount_captured: number;
  amount_refunded: number;
  balance_transaction: string | null;
  captured: boolean;
  readonly currency: string;
  readonly customer: string | null;
  disputed: boolean;
  readonly failure_code: string | null;
  readonly failure_message: string | null;
  readonly decline_code: string | null;
  readonly metadata: Metadata;
  readonly payment_intent: string;
  readonly payment_method: string;
  refunded: boolean;
  readonly status: 'succeeded' | 'failed';
  /** When an uncaptured hold lapses; null if captured immediately or failed. */
  readonly capture_before: number | null;
  readonly authenticated: boolean;
};

export type RefundStatus = 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';

export type RefundRecord = {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  balance_transaction: string | null;
  failure_balance_transaction: string | null;
  failure_reason: string | null;
  readonly charge: string;
  readonly currency: string;
  readonly metadata: Metadata;
  readonly payment_intent: string;
  readonly reason: string | null;
  status: RefundStatus;
};

export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost';

export type DisputeRecord = {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly charge: string;
  readonly currency: string;
  readonly payment_intent: string;
  readonly reason: string;
  /** An inquiry may become a chargeback later. */
  case_type: 'chargeback' | 'inquiry';
  readonly due_by: number;
  evidence: Partial<Record<string, string>>;
  submission_count: number;
  /** The balance transaction of the countering fee, which the dispute does not list. */
  countered_fee: string | null;
  is_charge_refundable: boolean;
  balance_transactions: string[];
  status: DisputeStatus;
};

export type FileRecord = {
  readonly id: string;
  readonly created: number;
  readonly expires_at: number;
  readonly filename: string;
  readonly purpose: 'dispute_evidence';
  readonly size: number;
  readonly type: string;
  /** Identifies the content, which is not stored. Like `pages`, not a field of Stripe's. */
  readonly sha256: string;
  readonly pages: number;
};

export type EarlyFraudWarningRecord = {
  readonly id: string;
  readonly created: number;
  readonly charge: string;
  readonly payment_intent: string;
  readonly fraud_type: string;
};

export type BalanceTransactionRecord = {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly exchange_rate: number | null;
  readonly fee: number;
  readonly net: number;
  readonly source: string | null;
  readonly type:
    | 'charge'
    | 'refund'
    | 'refund_failure'
    | 'adjustment'
    | 'stripe_fee'
    | 'payout'
    | 'payout_failure'
    | 'reserve_hold';
};

export type PayoutRecord = {
  readonly id: string;
  readonly created: number;
  readonly amount: number;
  readonly arrival_date: number;
  readonly balance_transaction: string;
  readonly currency: string;
  failure_balance_transaction: string | null;
  failure_code: string | null;
  readonly statement_descriptor: string | null;
  status: 'in_transit' | 'paid' | 'failed';
  readonly automatic: boolean;
  reconciliation_status: 'not_applicable' | 'in_progress' | 'completed';
  /** Balance transactions that an automatic payout pays out, including its own. Not in the API's format. */
  readonly lines: readonly string[];
};

export type AuthenticationRecord = {
  readonly id: string;
  readonly payment_intent: string;
  readonly return_url: string | null;
  outcome: 'open' | 'succeeded' | 'failed';
};

export type EventRecord = {
  readonly id: string;
  readonly created: number;
  readonly type: Stripe.Event['type'];
  readonly object: StripeObject;
};

/** Work that is executed when the clock reaches its time. */
export type ScheduledWork = {
  readonly at: number;
  readonly kind:
    | 'hold_lapses'
    | 'refund_settles'
    | 'refund_fails'
    | 'dispute_opens'
    | 'product_dispute_opens'
    | 'inquiry_opens'
    | 'disputes_open'
    | 'dispute_lapses'
    | 'dispute_won'
    | 'dispute_lost'
    | 'inquiry_escalates'
    | 'fraud_warning'
    | 'payout_reconciled'
    | 'payout_arrives';
  readonly subject: string;
};

export function createEmptyAccount(): AccountState {
  return {
    customers: {},
    paymentMethods: {},
    confirmationTokens: {},
    paymentIntents: {},
    charges: {},
    refunds: {},
    disputes: {},
    files: {},
    earlyFraudWarnings: {},
    balanceTransactions: {},
    payouts: {},
    authentications: {},
    events: [],
    idempotencyKeys: {},
    due: [],
    settlementCurrency: null,
  };
}
