import type { Transaction } from '../../platform/database/database.ts';
import type { OrderEvent } from './events.ts';
import type { EffectName } from './transitions.ts';

/** What an order may stand still for while a step is due again, as an operator reads it. */
export const waitReasons = {
  vendor_pending: 'the vendor has taken the request and has not decided',
  vendor_unavailable: 'the vendor does not answer',
  vendor_budget: "the vendor's limit of calls is used up: it is asked as soon as the limit allows",
  answer_lost: 'the answer was lost: the vendor is asked what became of the request',
  vendor_does_not_know: 'the vendor does not know what it is asked about',
  buyer_acts: "the buyer has to act on the acquirer's page",
  hold_kept: 'the acquirer does not let the hold of an earlier attempt go: it lapses by itself',
  other_step: 'another step of the order answers for this',
  price_unknown: 'no executable price can be found',
  market_unknown: 'no market of the venue can be traded now',
  part_under_way: 'a part of the purchase at the venue is still open',
  part_requested: 'a further part is bought at the venue',
  market_away: 'the market stands above the limit: another part is tried after a pause',
  claimed: 'another worker is buying',
  treasury_unread: "the chain's node does not answer about the treasury",
  treasury_busy: 'the treasury has as many payouts under way as it may have',
  funds_short: 'the treasury has too little of the coin, or of the coin in which fees are paid',
  list_stale: 'a sanctions list is too old: nothing is paid until it is fetched',
  signer_limit: 'the signer lets no more leave for now: its limits are full, or are too low for this payout',
  signer_stopped: 'a person has stopped the signer',
  signer_unavailable: 'the signer does not answer',
  not_compared: "nothing new is signed until the chain and the books have been compared since the signer's start",
  books_differ:
    'nothing of this asset leaves while the ledger and a place where it lies do not agree: see operate reconcile',
  spent_elsewhere: "another transaction spent the payout's nonce or input: it is made anew once that is final",
  fee_too_low: "the node refuses the payout's fee",
  fee_ceiling: 'the network asks more for the payout than its ceiling allows',
  earlier_payout: 'an earlier payout of the same address has to be mined first',
  cancelling: 'the payout is being taken back: its cancellation waits for blocks',
  change_spent: 'a later payout spends the change of this one: the later one pays for both',
  cannot_bump: 'the payout is stuck and cannot pay more: an operator has to look',
  not_cleared: 'the payout is out, and is not raised: an order that it pays would not be paid out today',
  bytes_refused: "the node refuses the payout's bytes: an operator has to look",
  confirmations: 'the payout is waiting for blocks',
  finality: 'the payout is delivered and not final yet',
  provider_not_begun: "the buyer has not begun on the provider's page",
  check_open: 'the buyer has not finished the identity check',
  no_buyer: 'no buyer is on record: an operator has to look',
  refund_pending: 'the refund is under way',
  bank_books: 'the bank has not booked the refund yet',
  nothing_to_refund: 'no captured payment is on record: an operator has to look',
  frozen: 'the buyer is on a sanctions list: nothing moves before an operator has lifted it',
  held: 'the order is held: nothing more goes back before the hold ends',
  no_attempt: 'no payment attempt is on record: an operator has to look',
} as const satisfies Record<string, string>;

export type WaitReason = keyof typeof waitReasons;

/** Rows that a step writes with its conclusion. `stale`: meanwhile it was concluded elsewhere, and nothing is to follow. */
export type Write = (transaction: Transaction) => Promise<void | 'stale'>;

/** A step to be done for the same subject, at the earliest after so long. */
export type NextStep = { readonly effect: EffectName; readonly afterMs: number };

/** What a step leaves behind: all of it is committed together. */
export type Conclusion =
  /** The order learns something. */
  | { readonly kind: 'tells'; readonly event: OrderEvent; readonly write?: Write }
  /** Nothing is known yet. The state's clock has its step done again; `next` is for a step that no clock repeats. */
  | { readonly kind: 'waits'; readonly reason: WaitReason; readonly write?: Write; readonly next?: NextStep }
  /** The step did all that it was for, and the order need not know. */
  | { readonly kind: 'done'; readonly write?: Write };

export function tells(event: OrderEvent, write?: Write): Conclusion {
  return { kind: 'tells', event, ...(write && { write }) };
}

export function waits(reason: WaitReason, write?: Write): Conclusion {
  return { kind: 'waits', reason, ...(write && { write }) };
}

/** Waits, with another step to be done meanwhile. */
export function waitsFor(effect: EffectName, reason: WaitReason, afterMs = 0, write?: Write): Conclusion {
  return { kind: 'waits', reason, next: { effect, afterMs }, ...(write && { write }) };
}

export function done(write?: Write): Conclusion {
  return { kind: 'done', ...(write && { write }) };
}

/** For the outcomes that say nothing about what was asked: the step is done again. */
export const asksAgain = {
  pending: () => waits('vendor_pending'),
  unavailable: () => waits('vendor_unavailable'),
  unknown: () => waits('answer_lost'),
} as const;

const AGAIN_AFTER_MS = 30_000;

/** As {@link asksAgain}, for a step that no state's clock repeats. */
export function repeats(effect: EffectName) {
  return {
    pending: () => waitsFor(effect, 'vendor_pending', AGAIN_AFTER_MS),
    unavailable: () => waitsFor(effect, 'vendor_unavailable', AGAIN_AFTER_MS),
    unknown: () => waitsFor(effect, 'answer_lost', AGAIN_AFTER_MS),
  } as const;
}
