import type { EventKind } from '../orderEventKinds.ts';

/**
 * How an event without a matching transition is handled.
 *
 * - `waits`: money moved, or crypto was bought. Stored and retried after each change of the order. The operator is alerted.
 * - `alerts`: should have been impossible. Recorded, and the operator is alerted.
 * - `stale`: the order has moved on since. Recorded; the operator is alerted only if the order's deadline raised the event.
 * - `refused`: a person's command that the state does not accept. The person gets an error.
 *
 * With each alert, the acquirer is queried if the event belongs to a payment attempt.
 */
export type UnmatchedEventHandling = 'waits' | 'alerts' | 'stale' | 'refused';

/** Exhaustive: a silently dropped event could be lost money. */
export const unmatchedEventHandling: { readonly [Kind in EventKind]: UnmatchedEventHandling } = {
  payment_submitted: 'stale',
  payment_authorized: 'alerts',
  payment_action_required: 'stale',
  payment_declined: 'stale',
  payment_unknown: 'stale',
  payment_received: 'waits',
  payment_window_closed: 'stale',
  payment_captured: 'waits',
  capture_failed: 'stale',
  hold_released: 'alerts',
  authorization_expired: 'alerts',
  void_refused: 'stale',
  buyer_cancelled: 'refused',
  identity_processing: 'stale',
  identity_accepted: 'stale',
  identity_rejected: 'stale',
  identity_timed_out: 'stale',
  requote_accepted: 'refused',
  requote_declined: 'refused',
  consent_timed_out: 'stale',
  conversion_started: 'stale',
  conversion_filled: 'waits',
  conversion_partial: 'waits',
  conversion_unknown: 'stale',
  conversion_failed: 'stale',
  risk_flagged: 'refused',
  payment_recalled: 'waits',
  payment_warned: 'waits',
  payment_disputed: 'waits',
  dispute_won: 'waits',
  dispute_lost: 'waits',
  dispute_reversed: 'waits',
  payout_submitted: 'alerts',
  payout_unknown: 'stale',
  payout_confirmed: 'alerts',
  payout_final: 'stale',
  payout_refused: 'stale',
  funds_short: 'stale',
  funds_short_too_long: 'stale',
  unsent_too_long: 'stale',
  payout_dropped: 'stale',
  payout_stuck: 'stale',
  payout_reverted: 'alerts',
  payout_cancelled: 'alerts',
  payout_reorged: 'stale',
  refund_settled: 'waits',
  refund_unknown: 'stale',
  refund_failed: 'waits',
  surplus_returned: 'waits',
  surplus_return_failed: 'waits',
  external_refund: 'waits',
  external_refund_failed: 'waits',
  hold_cleared: 'refused',
  hold_refused: 'refused',
  hold_lapsing: 'stale',
  conversion_given_up: 'refused',
  frozen: 'refused',
  unfrozen: 'refused',
  loss_recovered: 'refused',
  step_overdue: 'stale',
  // Only orders that another provider fulfils receive these events; they must not change any other order.
  provider_paid: 'stale',
  provider_delivering: 'stale',
  provider_delivered: 'alerts',
  provider_held: 'stale',
  provider_failed: 'stale',
  provider_expired: 'stale',
  provider_refunded: 'alerts',
};
