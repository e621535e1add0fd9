import type { WaitReason } from './stepRunner/conclusion.ts';

/** The outcome at the deadline of a paid order whose coins are not sent. */
type DeadlineOutcome =
  /** The order is refunded: the funds are missing. */
  | 'refund'
  /** The order waits until the operator's rule `refundUnsentHours`, if set, has passed, and is then refunded. */
  | 'wait'
  /** The order waits indefinitely: it is unknown what was signed, so a refund could pay the buyer twice. */
  | 'wait_only';

type UnsentReasonRule = {
  readonly atDeadline: DeadlineOutcome;
  /** The reason of the refund, for which the order page has a text. */
  readonly refundedAs: 'funds_short' | 'network_fee_too_high' | 'not_sent';
};

const operatorReasonRule: UnsentReasonRule = { atDeadline: 'wait', refundedAs: 'not_sent' };
const unknownReasonRule: UnsentReasonRule = { atDeadline: 'wait_only', refundedAs: 'not_sent' };

/**
 * Reasons for which a paid order may wait before its payout is signed. Missing funds trigger an automatic refund at the
 * deadline. The other causes are the operator's, not the market's: an alert asks for action, and the rule
 * `refundUnsentHours` can refund the order automatically if nothing can have been signed.
 */
export const unsentReasonRules = {
  funds_short: { atDeadline: 'refund', refundedAs: 'funds_short' },
  fee_ceiling: { atDeadline: 'wait', refundedAs: 'network_fee_too_high' },
  signer_limit: operatorReasonRule,
  signer_stopped: operatorReasonRule,
  list_stale: operatorReasonRule,
  books_differ: operatorReasonRule,
  treasury_busy: operatorReasonRule,
  treasury_key_used: operatorReasonRule,
  vendor_unavailable: operatorReasonRule,
  vendor_pending: operatorReasonRule,
  vendor_budget: operatorReasonRule,
  signer_unavailable: unknownReasonRule,
  not_compared: unknownReasonRule,
  answer_lost: unknownReasonRule,
  spent_elsewhere: unknownReasonRule,
} as const satisfies { readonly [Reason in WaitReason]?: UnsentReasonRule };

export type UnsentReason = keyof typeof unsentReasonRules;

export const unsentReasons = Object.keys(unsentReasonRules) as [UnsentReason, ...UnsentReason[]];
