import { addAmounts, subtractAmounts } from '@slipway/money/amount.ts';
import { type Order, toPayAmount } from '../order.ts';
import type { EventKind, FactsByKind } from '../orderEventKinds.ts';
import { unsentReasonRules } from '../unsentReasonRules.ts';
import { computeHoldChanges, computeRequoteChanges } from './assessmentChanges.ts';
import { computeFreezeChanges } from './computeFreezeChanges.ts';
import {
  computeCaptureChanges,
  computeManualRefundChanges,
  computeManualRefundReversal,
  computeReceiptChanges,
} from './paymentChanges.ts';

type Changes = Partial<Order>;
type ChangeRules = { readonly [Kind in EventKind]: (order: Order, facts: FactsByKind<Kind>) => Changes };

const changeNothing = (): Changes => ({});
const setReason = (reason: string | null) => (): Changes => ({ reason });

/** States that an order does not leave for a hold. It keeps its reason, because the hold does not explain how it ends. */
const CONTINUING_STATUSES: ReadonlySet<Order['status']> = new Set([
  'voiding',
  'delivering',
  'delivered',
  'refunded',
  'expired',
  'failed',
  'cancelled',
]);

/**
 * Returns the reason when money was or will be taken back, and the request for a hold if the hold must wait for the next
 * step. Returns no changes in a state that the order does not leave for a hold.
 */
function computeStopChanges(order: Order, reason: string): Changes {
  return CONTINUING_STATUSES.has(order.status)
    ? {}
    : { reason, holdRequested: order.holdRequested || HOLDS_LATER.has(order.status) };
}

/** Returns the event's amount, limited to what is withheld for disputes; all that is withheld if the event has no amount. */
function limitToWithheld({ disputed }: Order, units: bigint | null): bigint {
  return units === null || units > disputed.units ? disputed.units : units;
}

/** States in which a hold takes effect at the next step: nothing can be held yet, or a trade or payout is in progress. */
const HOLDS_LATER: ReadonlySet<Order['status']> = new Set([
  'awaiting_payment',
  'authorizing',
  'capturing',
  'converting',
  'delivering',
]);

/** The changes that each event makes to an order, except status and deadline. Exhaustive, so that no kind is forgotten. */
export const changeRules: ChangeRules = {
  payment_submitted: (order, { attemptId }) => ({
    currentAttemptId: attemptId,
    triesLeft: order.triesLeft - 1,
    reason: null,
  }),
  payment_authorized: (order, { attemptId, units, captureBefore, assessment }) =>
    attemptId === order.currentAttemptId
      ? {
          authorized: toPayAmount(order, units),
          captureBefore,
          ...computeHoldChanges(assessment),
          ...computeRequoteChanges(order, assessment),
        }
      : {},
  payment_action_required: changeNothing,
  payment_declined: (order, { attemptId, reason }) =>
    attemptId === order.currentAttemptId ? { currentAttemptId: null, reason } : {},
  payment_unknown: changeNothing,
  payment_received: computeReceiptChanges,
  payment_window_closed: setReason('window_closed'),
  payment_captured: computeCaptureChanges,
  capture_failed: setReason('capture_failed'),
  hold_released: (order) => ({ authorized: toPayAmount(order, 0n) }),
  authorization_expired: (order) => ({ authorized: toPayAmount(order, 0n), reason: 'authorization_expired' }),
  void_refused: changeNothing,
  buyer_cancelled: setReason('buyer_cancelled'),
  identity_processing: changeNothing,
  identity_accepted: (order, { assessment }) => ({
    ...computeHoldChanges(assessment),
    ...computeRequoteChanges(order, assessment),
  }),
  identity_rejected: (order) => ({
    reason: 'identity_rejected',
    holdRequested: order.holdRequested || HOLDS_LATER.has(order.status),
  }),
  identity_timed_out: setReason('identity_timed_out'),
  requote_accepted: (order, { assessment }) =>
    order.requote === null
      ? computeHoldChanges(assessment)
      : { receive: order.requote, requote: null, ...computeHoldChanges(assessment) },
  requote_declined: setReason('requote_declined'),
  consent_timed_out: setReason('consent_timed_out'),
  conversion_started: changeNothing,
  conversion_filled: () => ({ holdRequested: false }),
  conversion_partial: changeNothing,
  conversion_unknown: changeNothing,
  conversion_failed: setReason('conversion_failed'),
  risk_flagged: (order, { reason }) => ({
    ...(!CONTINUING_STATUSES.has(order.status) && { reason }),
    ...computeFreezeChanges(reason),
    holdRequested: HOLDS_LATER.has(order.status),
  }),
  payment_recalled: (order, { units }) => ({
    ...computeStopChanges(order, 'transfer_recalled'),
    clawedBack: addAmounts(order.clawedBack, toPayAmount(order, units)),
  }),
  payment_warned: (order) => ({
    ...computeStopChanges(order, 'fraud_warning'),
    dispute: order.dispute === 'none' ? 'warned' : order.dispute,
  }),
  payment_disputed: (order, { units }) => ({
    ...computeStopChanges(order, 'payment_disputed'),
    dispute: 'open',
    disputed: addAmounts(order.disputed, toPayAmount(order, units)),
  }),
  dispute_won: (order, { units }) => {
    const disputed = subtractAmounts(order.disputed, toPayAmount(order, limitToWithheld(order, units)));
    // Another dispute may still be open.
    return { dispute: disputed.units > 0n ? 'open' : 'won', disputed };
  },
  dispute_lost: (order, { units }) => ({
    ...computeStopChanges(order, 'payment_disputed'),
    dispute: 'lost',
    disputed: subtractAmounts(order.disputed, toPayAmount(order, limitToWithheld(order, units))),
    clawedBack: addAmounts(order.clawedBack, toPayAmount(order, units)),
  }),
  dispute_reversed: (order, { units }) => ({
    dispute: order.disputed.units > 0n ? 'open' : 'won',
    clawedBack: subtractAmounts(order.clawedBack, toPayAmount(order, units)),
  }),
  payout_submitted: changeNothing,
  payout_unknown: changeNothing,
  payout_confirmed: changeNothing,
  payout_final: changeNothing,
  payout_refused: setReason('payout_refused'),
  funds_short: changeNothing,
  funds_short_too_long: (order) => (order.payoutSigned ? {} : { reason: 'funds_short' }),
  unsent_too_long: (_order, { reason }) => ({ reason: unsentReasonRules[reason].refundedAs }),
  payout_dropped: changeNothing,
  payout_stuck: changeNothing,
  payout_reverted: setReason('payout_reverted'),
  payout_cancelled: changeNothing,
  payout_reorged: changeNothing,
  refund_settled: (order, { units }) => ({ refunded: addAmounts(order.refunded, toPayAmount(order, units)) }),
  refund_unknown: changeNothing,
  refund_failed: (order, { units, wasSettled }) =>
    wasSettled ? { refunded: subtractAmounts(order.refunded, toPayAmount(order, units)) } : {},
  external_refund: (order, { units }) => ({
    ...computeStopChanges(order, 'refunded_externally'),
    ...computeManualRefundChanges(order, units),
  }),
  external_refund_failed: (order, { units }) => computeManualRefundReversal(order, units),
  surplus_returned: (order, { units }) => ({
    refunded: addAmounts(order.refunded, toPayAmount(order, units)),
    surplusReturned: addAmounts(order.surplusReturned, toPayAmount(order, units)),
  }),
  surplus_return_failed: (order, { units, wasSettled }) =>
    wasSettled
      ? {
          refunded: subtractAmounts(order.refunded, toPayAmount(order, units)),
          surplusReturned: subtractAmounts(order.surplusReturned, toPayAmount(order, units)),
        }
      : {},
  hold_cleared: (order, { assessment }) => ({
    reason: null,
    holdRequested: false,
    ...computeRequoteChanges(order, assessment),
  }),
  hold_refused: setReason('hold_refused'),
  hold_lapsing: setReason('hold_refused'),
  conversion_given_up: setReason('conversion_given_up'),
  frozen: (order, { reason }) => ({
    frozen: true,
    reason,
    holdRequested: order.holdRequested || HOLDS_LATER.has(order.status),
  }),
  unfrozen: () => ({ frozen: false }),
  loss_recovered: (order, { units }) => ({
    clawedBack: subtractAmounts(order.clawedBack, toPayAmount(order, units)),
  }),
  step_overdue: changeNothing,
  provider_paid: setReason(null),
  provider_delivering: setReason(null),
  provider_delivered: setReason(null),
  provider_held: setReason('held_by_provider'),
  provider_failed: setReason('failed_at_provider'),
  provider_expired: setReason('window_closed'),
  provider_refunded: setReason('refunded_by_provider'),
};

export function computeOrderChanges<Kind extends EventKind>(
  order: Order,
  { kind, facts }: { readonly kind: Kind; readonly facts: FactsByKind<Kind> },
): Changes {
  return changeRules[kind](order, facts);
}
