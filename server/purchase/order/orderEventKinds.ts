import { z } from 'zod';
import { unsentReasons } from './unsentReasonRules.ts';

/** Minor units; stored as a decimal string, since JSON numbers lose precision at that size. */
const units = z.union([
  z.bigint(),
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(BigInt),
]);
const time = z.union([z.date(), z.iso.datetime().transform((text) => new Date(text))]);
/** Optional facts are written as null, so that omitting one is a compile error. */
const makeNullable = <Schema extends z.ZodType>(schema: Schema) => schema.nullable();

/** Risk, identity and price of an order just before the event: assessed outside the transaction, stored with the event. */
const assessment = z.object({
  risk: z.enum(['clear', 'hold']),
  /** The risk rule that requested the hold. */
  riskRule: z.string().optional(),
  identity: z.enum(['accepted', 'needed']),
  /**
   * The crypto amount that could be delivered now; set if the executable price is worse than quoted by more than the drift
   * limit.
   */
  driftedUnits: units.optional(),
  /** A bank transfer is priced on receipt: the amount that it buys, and the price. */
  pricing: z.object({ units, price: z.string(), referencePrice: z.string() }).optional(),
});

/** The fill of one part at the exchange. Amounts are decimal strings. */
const fill = z.object({
  clientOrderId: z.string(),
  base: z.string(),
  /** The bought asset, as in the ledger. */
  baseAsset: z.object({ id: z.string(), code: z.string(), decimals: z.int().min(0) }),
  quote: z.string(),
  filledBase: z.string(),
  cost: z.string(),
  fees: z.array(z.object({ currency: z.string(), amount: z.string() })),
  /** The cost converted to the pay currency; set if the exchange charged another currency. */
  costInPayCurrency: z.string().optional(),
});

/** The fee paid to the chain, in the minor unit of its native asset. */
const networkFee = z.object({ asset: z.string(), decimals: z.int().min(0), units });

const attempt = { attemptId: z.string() };
const payment = { ...attempt, paymentId: z.string() };
const payout = { payoutId: z.string() };
const refund = { refundId: z.string(), units };
/** The channel of a refund; null for the channel by which the payment was received. */
const channel = z.enum(['acquirer', 'bank']);
/** `wasSettled`: the refund was settled before it failed, so `units` of the money have come back. */
const failure = { ...refund, channel: makeNullable(channel), reason: z.string(), wasSettled: z.boolean() };
/** `disputeId`: the acquirer's id. */
const dispute = { paymentId: z.string(), disputeId: z.string() };
/** `status`: the provider's own name for its order's status. */
const atProvider = { providerOrderId: z.string(), status: z.string() };
const nothing = z.object({});

/**
 * The kinds of events of an order and their facts, limited to what transitions, postings and readers need. Stored
 * events are parsed with the same schemas. `units` are minor units of the pay currency, except in requotes.
 */
export const eventFacts = {
  payment_submitted: z.object(attempt),
  payment_authorized: z.object({ ...payment, units, captureBefore: makeNullable(time), assessment }),
  payment_action_required: z.object(payment),
  payment_declined: z.object({ ...attempt, reason: z.string() }),
  payment_unknown: z.object(attempt),
  /** A booking on the operator's bank account. The assessment is null unless the booking completes the payment. */
  payment_received: z.object({ receiptId: z.string(), units, assessment: makeNullable(assessment) }),
  payment_window_closed: nothing,
  /** `acquirerFeeUnits`: the acquirer's fee in the pay currency; null if unknown or settled in another currency. */
  payment_captured: z.object({ ...payment, units, acquirerFeeUnits: makeNullable(units) }),
  capture_failed: z.object({ ...attempt, reason: z.string() }),
  hold_released: z.object(attempt),
  authorization_expired: z.object(payment),
  void_refused: z.object({ ...attempt, reason: z.string() }),
  buyer_cancelled: nothing,
  identity_processing: nothing,
  identity_accepted: z.object({ assessment }),
  identity_rejected: nothing,
  identity_timed_out: nothing,
  /** `units`: the crypto amount to which the buyer agreed. The assessment covers risk and identity, not the agreed price. */
  requote_accepted: z.object({ units, assessment }),
  requote_declined: z.object({ units }),
  consent_timed_out: nothing,
  conversion_started: nothing,
  /** `fill`: null if the last part bought nothing. */
  conversion_filled: z.object({ fill: makeNullable(fill) }),
  conversion_partial: z.object({ fill: makeNullable(fill) }),
  conversion_unknown: nothing,
  conversion_failed: z.object({ reason: z.string() }),
  risk_flagged: z.object({ reason: z.string() }),
  /** The payer's bank has recalled a receipt, in full or in part. */
  payment_recalled: z.object({ receiptId: z.string(), units }),
  /** The card issuer suspects fraud; nothing is disputed yet. */
  payment_warned: z.object({ paymentId: z.string(), warningId: z.string() }),
  /** `units`: the disputed amount. `disputeFeeUnits`: the acquirer's fee for it; null if unknown. */
  payment_disputed: z.object({ ...dispute, units, disputeFeeUnits: makeNullable(units) }),
  /** `units`: the amount returned to us; null if it is everything that was withheld. */
  dispute_won: z.object({ ...dispute, units: makeNullable(units), disputeFeeUnits: makeNullable(units) }),
  dispute_lost: z.object({ ...dispute, units }),
  /** An appeal was won: the lost amount has come back. */
  dispute_reversed: z.object({ ...dispute, units }),
  payout_submitted: z.object({ ...payout, transactionId: z.string() }),
  payout_unknown: z.object(payout),
  payout_confirmed: z.object({ ...payout, transactionId: z.string(), networkFee: makeNullable(networkFee) }),
  payout_final: z.object(payout),
  payout_refused: z.object({ reason: z.string() }),
  funds_short: nothing,
  funds_short_too_long: nothing,
  /** The order is paid and was not sent for longer than the operator's rule allows, for a reason other than missing funds. */
  unsent_too_long: z.object({ reason: z.enum(unsentReasons) }),
  payout_dropped: z.object(payout),
  payout_stuck: z.object(payout),
  payout_reverted: z.object({ ...payout, networkFee: makeNullable(networkFee) }),
  /** The cancellation of a payout that was not reported as sent is final. */
  payout_cancelled: z.object({ ...payout, networkFee: makeNullable(networkFee) }),
  payout_reorged: z.object(payout),
  refund_settled: z.object({ ...refund, channel: makeNullable(channel) }),
  refund_unknown: z.object(refund),
  refund_failed: z.object(failure),
  surplus_returned: z.object({ ...refund, channel: makeNullable(channel) }),
  surplus_return_failed: z.object(failure),
  /** A refund that we did not send: made in the acquirer's dashboard. */
  external_refund: z.object(refund),
  /** A refund elsewhere has failed, and the money has come back. */
  external_refund_failed: z.object(refund),
  hold_cleared: z.object({ assessment }),
  hold_refused: nothing,
  hold_lapsing: nothing,
  /** Nothing more is bought: the operator keeps coins that were already bought, and the payment is refunded. */
  conversion_given_up: nothing,
  frozen: z.object({ reason: z.string() }),
  unfrozen: nothing,
  /** The buyer has repaid what a bank had taken back, by a booking on the operator's account. */
  loss_recovered: z.object({ receiptId: z.string(), units }),
  step_overdue: nothing,
  // Reported by another provider that fulfils the order.
  provider_paid: z.object(atProvider),
  provider_delivering: z.object(atProvider),
  /**
   * `affiliateUnits`: the affiliate fee of the purchase in the pay currency; null if the provider has not reported it.
   */
  provider_delivered: z.object({ ...atProvider, affiliateUnits: makeNullable(units) }),
  provider_held: z.object(atProvider),
  provider_failed: z.object({ ...atProvider, reason: z.string() }),
  provider_expired: z.object(atProvider),
  provider_refunded: z.object(atProvider),
} satisfies Record<string, z.ZodType>;

export type EventKind = keyof typeof eventFacts;
export const eventKinds = Object.keys(eventFacts) as readonly EventKind[];

export type Assessment = z.output<typeof assessment>;
export type FillFacts = z.output<typeof fill>;
export type NetworkFeeFact = z.output<typeof networkFee>;

/** The facts of a kind; for a union of kinds, a union of their facts. */
export type FactsByKind<Kind extends EventKind> = { [Each in Kind]: z.output<(typeof eventFacts)[Each]> }[Kind];

/** An event of a given kind. `key` identifies the fact (`subject:status:amount`): repeated events count once. */
export type EventByKind<Kind extends EventKind> = {
  [Each in Kind]: { readonly kind: Each; readonly key: string; readonly facts: FactsByKind<Each> };
}[Kind];

export type OrderEvent = EventByKind<EventKind>;

/** The kinds whose facts include all of these. */
export type KindsWith<Facts> = {
  [Kind in EventKind]: FactsByKind<Kind> extends Facts ? Kind : never;
}[EventKind];

/** Kinds without facts, which can be raised without knowing anything else. */
export type FactlessKind = { [Kind in EventKind]: {} extends FactsByKind<Kind> ? Kind : never }[EventKind];

/** Parses the facts of a stored event of any version. Throws ZodError if they do not match the kind. */
export function parseFacts<Kind extends EventKind>(kind: Kind, stored: unknown): FactsByKind<Kind> {
  return eventFacts[kind].parse(stored) as FactsByKind<Kind>;
}

/** Serializes facts for the database. */
export function serializeFacts(facts: FactsByKind<EventKind>): string {
  return JSON.stringify(facts, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}
