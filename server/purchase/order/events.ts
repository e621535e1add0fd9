import { z } from 'zod';

/** Minor units; a decimal string in the database, since JSON has no integers of that size. */
const units = z.union([
  z.bigint(),
  z
    .string()
    .regex(/^-?\d+$/)
    .transform(BigInt),
]);
const time = z.union([z.date(), z.iso.datetime().transform((text) => new Date(text))]);
/** What a fact may lack is written as null, so that leaving it out does not compile. */
const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable();

/** What the three guards found just before the event: judged outside the transaction, kept with the event. */
const assessment = z.object({
  risk: z.enum(['clear', 'hold']),
  /** The rule that asked for the hold. */
  riskRule: z.string().optional(),
  identity: z.enum(['accepted', 'needed']),
  /** Set when the executable price is worse than quoted by more than the operator's limit: what could be delivered now. */
  driftedUnits: units.optional(),
  /** A bank transfer is priced when it has come: what it buys now, at which price. */
  pricing: z.object({ units, price: z.string(), referencePrice: z.string() }).optional(),
});

/** One execution at the venue, as the ledger records it. Decimal strings. */
const fill = z.object({
  clientOrderId: z.string(),
  base: z.string(),
  /** What was bought, as the ledger knows it. */
  baseAsset: z.object({ id: z.string(), code: z.string(), decimals: z.int().min(0) }),
  quote: z.string(),
  filledBase: z.string(),
  cost: z.string(),
  fees: z.array(z.object({ currency: z.string(), amount: z.string() })),
  /** Set when the venue's currency is not the pay currency: what the cost is worth in the pay currency. */
  costInPayCurrency: z.string().optional(),
});

/** What the chain took, in the minor unit of its native asset. */
const networkFee = z.object({ asset: z.string(), decimals: z.int().min(0), units });

const attempt = { attemptId: z.string() };
const payment = { ...attempt, paymentId: z.string() };
const payout = { payoutId: z.string() };
const refund = { refundId: z.string(), units };
/** Through whom a refund went; null: through whom the money had come. */
const channel = z.enum(['acquirer', 'bank']);
/** `wasSettled`: it had been settled before it failed, so the money is back: so much of it as `units` says. */
const failure = { ...refund, channel: orNull(channel), reason: z.string(), wasSettled: z.boolean() };
/** `disputeId`: the acquirer's own id. */
const dispute = { paymentId: z.string(), disputeId: z.string() };
/** `word`: the provider's own for where its purchase stands. */
const atProvider = { providerOrderId: z.string(), word: z.string() };
const nothing = z.object({});

/**
 * What can happen to an order, and the facts that each kind carries: those that its row, its postings or its readers need,
 * and no others. Stored events are read by the same schemas; kinds are past tense. `units` are minor units of the pay
 * currency.
 */
export const eventFacts = {
  payment_submitted: z.object(attempt),
  payment_authorized: z.object({ ...payment, units, captureBefore: orNull(time), assessment }),
  payment_action_required: z.object(payment),
  payment_declined: z.object({ ...attempt, reason: z.string() }),
  payment_unknown: z.object(attempt),
  /** A booking of the operator's bank account. Judged and priced when the sum is full, else the assessment is null. */
  payment_received: z.object({ receiptId: z.string(), units, assessment: orNull(assessment) }),
  payment_window_closed: nothing,
  /** `acquirerFeeUnits`: what the acquirer kept, in the pay currency; null when it has not said or settles in another one. */
  payment_captured: z.object({ ...payment, units, acquirerFeeUnits: orNull(units) }),
  capture_failed: z.object({ ...attempt, reason: z.string() }),
  hold_released: z.object(attempt),
  authorization_expired: z.object(payment),
  void_refused: z.object({ ...attempt, reason: z.string() }),
  buyer_cancelled: nothing,
  identity_processing: nothing,
  identity_accepted: z.object({ assessment }),
  identity_rejected: nothing,
  identity_timed_out: nothing,
  /** `units`: of the crypto, what the buyer agreed to get. Risk and identity are judged again, the agreed price is not. */
  requote_accepted: z.object({ units, assessment }),
  requote_declined: z.object({ units }),
  consent_timed_out: nothing,
  conversion_started: nothing,
  /** `fill`: null when the last part bought nothing. */
  conversion_filled: z.object({ fill: orNull(fill) }),
  conversion_partial: z.object({ fill: orNull(fill) }),
  conversion_unknown: nothing,
  conversion_failed: z.object({ reason: z.string() }),
  risk_flagged: z.object({ reason: z.string() }),
  /** The payer's bank has taken a receipt back, whole or in part. */
  payment_recalled: z.object({ receiptId: z.string(), units }),
  /** The card's bank suspects fraud; nothing is disputed yet. */
  payment_warned: z.object({ paymentId: z.string(), warningId: z.string() }),
  /** `units`: what is disputed. `disputeFeeUnits`: what the acquirer charges for it; null when it has not said. */
  payment_disputed: z.object({ ...dispute, units, disputeFeeUnits: orNull(units) }),
  /** `units`: what is given back to us; null where it is all that was held back. */
  dispute_won: z.object({ ...dispute, units: orNull(units), disputeFeeUnits: orNull(units) }),
  dispute_lost: z.object({ ...dispute, units }),
  /** An appeal was won: what had been lost is back. */
  dispute_reversed: z.object({ ...dispute, units }),
  payout_submitted: z.object({ ...payout, transactionId: z.string() }),
  payout_unknown: z.object(payout),
  payout_confirmed: z.object({ ...payout, transactionId: z.string(), networkFee: orNull(networkFee) }),
  payout_final: z.object(payout),
  payout_refused: z.object({ reason: z.string() }),
  funds_short: nothing,
  funds_short_too_long: nothing,
  payout_dropped: z.object(payout),
  payout_stuck: z.object(payout),
  payout_reverted: z.object({ ...payout, networkFee: orNull(networkFee) }),
  payout_reorged: z.object(payout),
  refund_settled: z.object({ ...refund, channel: orNull(channel) }),
  refund_unknown: z.object(refund),
  refund_failed: z.object(failure),
  surplus_returned: z.object({ ...refund, channel: orNull(channel) }),
  surplus_return_failed: z.object(failure),
  /** Money went back that we did not send: a refund made in the acquirer's dashboard. */
  refund_elsewhere: z.object(refund),
  /** Such a refund has come back. */
  refund_elsewhere_failed: z.object(refund),
  hold_cleared: z.object({ assessment }),
  hold_refused: nothing,
  hold_lapsing: nothing,
  /** No more is bought: what was bought stays on the operator's account, and the money goes back. */
  conversion_given_up: nothing,
  frozen: z.object({ reason: z.string() }),
  unfrozen: nothing,
  /** The buyer has paid back what a bank had taken: a booking of the operator's account. */
  loss_recovered: z.object({ receiptId: z.string(), units }),
  step_overdue: nothing,
  // Another provider fulfils the order, and says how far it is.
  provider_paid: z.object(atProvider),
  provider_delivering: z.object(atProvider),
  /** `affiliateUnits`: what the provider pays us for the purchase, of the pay currency; null when it has not said. */
  provider_delivered: z.object({ ...atProvider, affiliateUnits: orNull(units) }),
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

/** The facts of one kind; of several, any one's. */
export type FactsOf<Kind extends EventKind> = { [Each in Kind]: z.output<(typeof eventFacts)[Each]> }[Kind];

/** One event of a given kind. `key` says the fact itself (`subject:status:amount`): told twice, it counts once. */
export type EventOf<Kind extends EventKind> = {
  [Each in Kind]: { readonly kind: Each; readonly key: string; readonly facts: FactsOf<Each> };
}[Kind];

export type OrderEvent = EventOf<EventKind>;

/** The kinds whose facts have all of these. */
export type KindsWith<Facts> = {
  [Kind in EventKind]: FactsOf<Kind> extends Facts ? Kind : never;
}[EventKind];

/** Kinds that carry no facts: whatever raises them needs to know nothing else. */
export type BareKind = { [Kind in EventKind]: {} extends FactsOf<Kind> ? Kind : never }[EventKind];

/** Reads the facts of a stored event, whichever version wrote it. Throws ZodError when they are not that kind's. */
export function readFacts<Kind extends EventKind>(kind: Kind, stored: unknown): FactsOf<Kind> {
  return eventFacts[kind].parse(stored) as FactsOf<Kind>;
}

/** The facts as the database keeps them. */
export function writeFacts(facts: FactsOf<EventKind>): string {
  return JSON.stringify(facts, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}
