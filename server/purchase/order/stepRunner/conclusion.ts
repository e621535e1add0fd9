import type { Transaction } from '../../../platform/database/database.ts';
import type { EffectName } from '../machine/transitions.ts';
import type { OrderEvent } from '../orderEventKinds.ts';

/** Why an order waits until its step is due again, as shown to an operator. */
export const waitReasons = {
  vendor_pending: 'the vendor has accepted the request and not decided yet',
  vendor_unavailable: 'the vendor does not answer',
  vendor_budget: "the vendor's rate limit is used up: the call is made as soon as the limit allows",
  answer_lost: 'the answer was lost: the vendor is asked for the outcome of the request',
  vendor_does_not_know: 'the vendor has no record of the request',
  buyer_action_pending: "the buyer has to complete a step on the acquirer's page",
  authorization_not_voided: 'the acquirer does not void the authorization of an earlier attempt: it expires by itself',
  other_step: 'another step of the order handles this',
  price_unknown: 'no executable price is available',
  market_unknown: 'no market of the exchange can be traded now',
  part_under_way: 'a part of the purchase at the exchange is still open',
  part_requested: 'a further part is being bought at the exchange',
  market_above_limit: 'the market price is above the limit: the next part is tried after a pause',
  claimed: 'another worker is buying',
  treasury_busy: 'the treasury has reached its limit of payouts in progress',
  funds_short: 'the treasury is short of the coin, or of the coin for its network fees',
  list_stale: 'a sanctions list is too old: nothing is paid out until a new one is fetched',
  signer_limit: 'the signer releases no more for now: its limits are used up, or too low for this payout',
  signer_stopped: 'a person has stopped the signer',
  signer_unavailable: 'the signer does not answer',
  not_compared: 'nothing new is signed until the chain and the ledger have been compared since the signer started',
  books_differ:
    'payouts of this asset are halted while the ledger and an external account disagree: see operate reconcile',
  treasury_key_used:
    "an EIP-7702 authorization was signed with the treasury's key outside Slipway: nothing is paid out until a person settles the alert",
  spent_elsewhere:
    "another transaction spent the payout's nonce or input: the payout is created again once that transaction is final",
  fee_too_low: "the node rejects the payout's fee as too low",
  fee_ceiling: 'the network fee for the payout is above its ceiling',
  earlier_payout: 'an earlier payout of the same address has to be mined first',
  cancelling: 'the payout is being cancelled: its cancellation waits for confirmations',
  change_spent: 'a later payout spends the change of this one: the later one pays for both',
  cannot_bump: 'the payout is stuck and its fee cannot be bumped: an operator has to decide',
  not_cleared: 'the payout was sent and its fee is not bumped: an order that it pays may no longer be paid out',
  bytes_refused: "the node rejects the payout's bytes: an operator has to investigate",
  confirmations: 'the payout is waiting for confirmations',
  finality: 'the payout is delivered but not final yet',
  provider_not_begun: "the buyer has not started on the provider's page",
  check_open: 'the buyer has not finished the identity check',
  no_buyer: 'no buyer is on record: an operator has to investigate',
  refund_pending: 'the refund is in progress',
  bank_booking_pending: 'the bank has not booked the refund yet',
  nothing_to_refund: 'no captured payment is on record: an operator has to investigate',
  frozen: 'the order is frozen: no money moves until an operator has lifted the freeze',
  held: 'the order is held: nothing more is refunded until the hold ends',
  no_attempt: 'no payment attempt is on record: an operator has to investigate',
} as const satisfies Record<string, string>;

export type WaitReason = keyof typeof waitReasons;

/**
 * Writes a step's rows with its conclusion. `stale`: another run has concluded the step meanwhile, so this conclusion must be
 * dropped.
 */
export type ConclusionWrite = (transaction: Transaction) => Promise<void | 'stale'>;

/** A step to run for the same subject after at least this delay. */
export type FollowUpStep = { readonly effect: EffectName; readonly afterMs: number };

/** The result of a step; all of it is committed together. */
export type Conclusion =
  /** Applies an event to the order. */
  | { readonly kind: 'event'; readonly event: OrderEvent; readonly write?: ConclusionWrite }
  /** No result yet. The state's timer repeats the step; `next` names a step that no timer repeats. */
  | {
      readonly kind: 'waits';
      readonly reason: WaitReason;
      readonly write?: ConclusionWrite;
      readonly next?: FollowUpStep;
    }
  /** The step is finished, and the order does not change. */
  | { readonly kind: 'done'; readonly write?: ConclusionWrite };

export function concludeWithEvent(event: OrderEvent, write?: ConclusionWrite): Conclusion {
  return { kind: 'event', event, ...(write && { write }) };
}

export function concludeWaiting(reason: WaitReason, write?: ConclusionWrite): Conclusion {
  return { kind: 'waits', reason, ...(write && { write }) };
}

/** Returns a conclusion that waits, and enqueues another step to run after `afterMs`. */
export function concludeWaitingForStep(
  effect: EffectName,
  reason: WaitReason,
  afterMs = 0,
  write?: ConclusionWrite,
): Conclusion {
  return { kind: 'waits', reason, next: { effect, afterMs }, ...(write && { write }) };
}

export function concludeDone(write?: ConclusionWrite): Conclusion {
  return { kind: 'done', ...(write && { write }) };
}

/** Conclusions for the inconclusive outcomes: the step is repeated. */
export const retryConclusions = {
  pending: () => concludeWaiting('vendor_pending'),
  unavailable: () => concludeWaiting('vendor_unavailable'),
  unknown: () => concludeWaiting('answer_lost'),
} as const;

const RETRY_DELAY_MS = 30_000;

/** Returns {@link retryConclusions} for a step that no state's timer repeats. */
export function buildRetryConclusions(effect: EffectName) {
  return {
    pending: () => concludeWaitingForStep(effect, 'vendor_pending', RETRY_DELAY_MS),
    unavailable: () => concludeWaitingForStep(effect, 'vendor_unavailable', RETRY_DELAY_MS),
    unknown: () => concludeWaitingForStep(effect, 'answer_lost', RETRY_DELAY_MS),
  } as const;
}
