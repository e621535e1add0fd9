import { addAmounts, subtractAmounts } from '@slipway/money/amount.ts';
import { held, requoted } from './assessmentChanges.ts';
import type { EventKind, FactsOf } from './events.ts';
import { freezing } from './freezing.ts';
import { type Order, paidAmount } from './order.ts';
import { backFromByHand, captured, goneByHand, received } from './takingChanges.ts';

type Changes = Partial<Order>;
type ChangeRules = { readonly [Kind in EventKind]: (order: Order, facts: FactsOf<Kind>) => Changes };

const nothing = (): Changes => ({});
const because = (reason: string | null) => (): Changes => ({ reason });

/** The order is on its way to an end that the reason would not explain. */
const GOES_ON: ReadonlySet<Order['status']> = new Set([
  'voiding',
  'delivering',
  'delivered',
  'refunded',
  'expired',
  'failed',
  'cancelled',
]);

/** Money was taken back, or will be: the order is held where it stands, or as soon as it can be. */
function stopped(order: Order, reason: string): Changes {
  return GOES_ON.has(order.status)
    ? {}
    : { reason, holdRequested: order.holdRequested || HOLDS_LATER.has(order.status) };
}

/** Of what is disputed, at most what is held back for it; all of it where the event does not say. */
function heldBack({ disputed }: Order, units: bigint | null): bigint {
  return units === null || units > disputed.units ? disputed.units : units;
}

/** There is nothing to hold yet, or a trade or a payout is under way: the hold takes effect at the next step. */
const HOLDS_LATER: ReadonlySet<Order['status']> = new Set([
  'awaiting_payment',
  'authorizing',
  'capturing',
  'converting',
  'delivering',
]);

/** What an event changes about an order besides its status: a rule for every kind, since none may be forgotten. */
export const changeRules: ChangeRules = {
  payment_submitted: (order, { attemptId }) => ({
    currentAttemptId: attemptId,
    triesLeft: order.triesLeft - 1,
    reason: null,
  }),
  payment_authorized: (order, { attemptId, units, captureBefore, assessment }) =>
    attemptId === order.currentAttemptId
      ? { authorized: paidAmount(order, units), captureBefore, ...held(assessment), ...requoted(order, assessment) }
      : {},
  payment_action_required: nothing,
  payment_declined: (order, { attemptId, reason }) =>
    attemptId === order.currentAttemptId ? { currentAttemptId: null, reason } : {},
  payment_unknown: nothing,
  payment_received: received,
  payment_window_closed: because('window_closed'),
  payment_captured: captured,
  capture_failed: because('capture_failed'),
  hold_released: (order) => ({ authorized: paidAmount(order, 0n) }),
  authorization_expired: (order) => ({ authorized: paidAmount(order, 0n), reason: 'authorization_expired' }),
  void_refused: nothing,
  buyer_cancelled: because('buyer_cancelled'),
  identity_processing: nothing,
  identity_accepted: (order, { assessment }) => ({ ...held(assessment), ...requoted(order, assessment) }),
  identity_rejected: (order) => ({
    reason: 'identity_rejected',
    holdRequested: order.holdRequested || HOLDS_LATER.has(order.status),
  }),
  identity_timed_out: because('identity_timed_out'),
  requote_accepted: (order, { assessment }) =>
    order.requote === null ? held(assessment) : { receive: order.requote, requote: null, ...held(assessment) },
  requote_declined: because('requote_declined'),
  consent_timed_out: because('consent_timed_out'),
  conversion_started: nothing,
  conversion_filled: () => ({ holdRequested: false }),
  conversion_partial: nothing,
  conversion_unknown: nothing,
  conversion_failed: because('conversion_failed'),
  risk_flagged: (order, { reason }) => ({
    ...(!GOES_ON.has(order.status) && { reason }),
    ...freezing(reason),
    holdRequested: HOLDS_LATER.has(order.status),
  }),
  payment_recalled: (order, { units }) => ({
    ...stopped(order, 'transfer_taken_back'),
    clawedBack: addAmounts(order.clawedBack, paidAmount(order, units)),
  }),
  payment_warned: (order) => ({
    ...stopped(order, 'fraud_warning'),
    dispute: order.dispute === 'none' ? 'warned' : order.dispute,
  }),
  payment_disputed: (order, { units }) => ({
    ...stopped(order, 'payment_disputed'),
    dispute: 'open',
    disputed: addAmounts(order.disputed, paidAmount(order, units)),
  }),
  dispute_won: (order, { units }) => {
    const disputed = subtractAmounts(order.disputed, paidAmount(order, heldBack(order, units)));
    // Another one may still be open.
    return { dispute: disputed.units > 0n ? 'open' : 'won', disputed };
  },
  dispute_lost: (order, { units }) => ({
    ...stopped(order, 'payment_disputed'),
    dispute: 'lost',
    disputed: subtractAmounts(order.disputed, paidAmount(order, heldBack(order, units))),
    clawedBack: addAmounts(order.clawedBack, paidAmount(order, units)),
  }),
  dispute_reversed: (order, { units }) => ({
    dispute: order.disputed.units > 0n ? 'open' : 'won',
    clawedBack: subtractAmounts(order.clawedBack, paidAmount(order, units)),
  }),
  payout_submitted: nothing,
  payout_unknown: nothing,
  payout_confirmed: nothing,
  payout_final: nothing,
  payout_refused: because('payout_refused'),
  funds_short: nothing,
  funds_short_too_long: (order) => (order.payoutSigned ? {} : { reason: 'funds_short' }),
  payout_dropped: nothing,
  payout_stuck: nothing,
  payout_reverted: because('payout_reverted'),
  payout_reorged: nothing,
  refund_settled: (order, { units }) => ({ refunded: addAmounts(order.refunded, paidAmount(order, units)) }),
  refund_unknown: nothing,
  refund_failed: (order, { units, wasSettled }) =>
    wasSettled ? { refunded: subtractAmounts(order.refunded, paidAmount(order, units)) } : {},
  refund_elsewhere: (order, { units }) => ({
    ...stopped(order, 'refunded_elsewhere'),
    ...goneByHand(order, units),
  }),
  refund_elsewhere_failed: (order, { units }) => backFromByHand(order, units),
  surplus_returned: (order, { units }) => ({
    refunded: addAmounts(order.refunded, paidAmount(order, units)),
    surplusReturned: addAmounts(order.surplusReturned, paidAmount(order, units)),
  }),
  surplus_return_failed: (order, { units, wasSettled }) =>
    wasSettled
      ? {
          refunded: subtractAmounts(order.refunded, paidAmount(order, units)),
          surplusReturned: subtractAmounts(order.surplusReturned, paidAmount(order, units)),
        }
      : {},
  hold_cleared: (order, { assessment }) => ({ reason: null, holdRequested: false, ...requoted(order, assessment) }),
  hold_refused: because('hold_refused'),
  hold_lapsing: because('hold_refused'),
  conversion_given_up: because('conversion_given_up'),
  frozen: (order, { reason }) => ({
    frozen: true,
    reason,
    holdRequested: order.holdRequested || HOLDS_LATER.has(order.status),
  }),
  unfrozen: () => ({ frozen: false }),
  loss_recovered: (order, { units }) => ({
    clawedBack: subtractAmounts(order.clawedBack, paidAmount(order, units)),
  }),
  step_overdue: nothing,
  provider_paid: because(null),
  provider_delivering: because(null),
  provider_delivered: because(null),
  provider_held: because('held_by_provider'),
  provider_failed: because('failed_at_provider'),
  provider_expired: because('window_closed'),
  provider_refunded: because('refunded_by_provider'),
};

export function changesFrom<Kind extends EventKind>(
  order: Order,
  { kind, facts }: { readonly kind: Kind; readonly facts: FactsOf<Kind> },
): Changes {
  return changeRules[kind](order, facts);
}
