/**
 * What can happen to an order. Names are past tense; `key` in {@link OrderEvent} says the fact itself
 * (`subject:status:amount`), so that the same fact told by two webhooks counts once.
 */
export const eventKinds = [
  'payment_submitted',
  'payment_authorized',
  'payment_action_required',
  'payment_declined',
  'payment_unknown',
  'payment_received',
  'payment_window_closed',
  'payment_captured',
  'capture_failed',
  'hold_released',
  'authorization_expired',
  'void_refused',
  'buyer_cancelled',
  'identity_processing',
  'identity_accepted',
  'identity_rejected',
  'identity_timed_out',
  'requote_accepted',
  'requote_declined',
  'consent_timed_out',
  'conversion_started',
  'conversion_filled',
  'conversion_partial',
  'conversion_unknown',
  'conversion_failed',
  'risk_flagged',
  'payment_disputed',
  'dispute_won',
  'dispute_lost',
  'payout_submitted',
  'payout_unknown',
  'payout_confirmed',
  'payout_final',
  'payout_refused',
  'funds_short',
  'funds_short_too_long',
  'payout_dropped',
  'payout_stuck',
  'payout_reverted',
  'payout_reorged',
  'refund_settled',
  'refund_unknown',
  'refund_failed',
  'surplus_returned',
  'surplus_return_failed',
  'hold_cleared',
  'hold_refused',
  'hold_lapsing',
  'step_overdue',
] as const;

export type EventKind = (typeof eventKinds)[number];

/** What the three guards found just before the event: judged outside the transaction, kept with the event. */
export type Assessment = {
  readonly risk: 'clear' | 'hold';
  /** The rule that asked for the hold. */
  readonly riskRule?: string;
  readonly identity: 'accepted' | 'needed';
  /** Set when the executable price is worse than quoted by more than the operator's limit: what could be delivered now. */
  readonly driftedUnits?: bigint;
  /** A bank transfer is priced when it has come: what it buys now, at which price. */
  readonly pricing?: { readonly units: bigint; readonly price: string; readonly referencePrice: string };
};

/** One execution at the venue, as the ledger records it. Decimal strings. */
export type FillFacts = {
  readonly clientOrderId: string;
  readonly base: string;
  readonly quote: string;
  readonly filledBase: string;
  readonly cost: string;
  readonly fees: readonly { readonly currency: string; readonly amount: string }[];
  /** Set when the venue's currency is not the pay currency: what the cost is worth in the pay currency, a decimal string. */
  readonly costInPayCurrency?: string;
};

/** Facts of an event; each kind has those that its row, its postings or its readers need. */
export type EventData = {
  readonly attemptId?: string;
  readonly paymentId?: string;
  readonly refundId?: string;
  readonly receiptId?: string;
  readonly payoutId?: string;
  readonly transactionId?: string;
  /** In the minor unit of the pay currency for payments and refunds, of the crypto for payouts. */
  readonly units?: bigint;
  readonly captureBefore?: Date;
  readonly assessment?: Assessment;
  readonly reason?: string;
  readonly fill?: FillFacts;
  /** What the acquirer kept of a capture, in the pay currency's minor unit. */
  readonly acquirerFeeUnits?: bigint;
  /** What the chain took, in the minor unit of its native asset. */
  readonly networkFee?: { readonly asset: string; readonly units: bigint };
  readonly disputeFeeUnits?: bigint;
  /** A refund that had been settled before it failed: the money is back. */
  readonly wasSettled?: boolean;
};

export type OrderEvent = { readonly kind: EventKind; readonly key: string; readonly data: EventData };
