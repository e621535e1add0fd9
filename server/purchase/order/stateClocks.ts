import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import type { BareKind } from './events.ts';
import { isPaid, isReceived, type Order } from './order.ts';
import type { EffectName } from './transitions.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const CONSENT_WINDOW_MS = 10 * MINUTE_MS;
export const IDENTITY_WINDOW_MS = DAY_MS;
/** Every uncaptured hold is released this long before the acquirer would let it lapse. */
export const HOLD_MARGIN_MS = 6 * HOUR_MS;
export const CARD_TRIES = 3;

/** The step that moves an order on from a state, and how long the sweep waits before it asks for that step again. */
export const nextSteps: {
  readonly [Status in OrderStatus]?: { readonly effect: EffectName; readonly retryMs: number };
} = {
  authorizing: { effect: 'sync_payment', retryMs: 4 * SECOND_MS },
  awaiting_identity: { effect: 'sync_identity', retryMs: 10 * SECOND_MS },
  capturing: { effect: 'capture_payment', retryMs: 4 * SECOND_MS },
  voiding: { effect: 'void_payment', retryMs: 4 * SECOND_MS },
  paid: { effect: 'start_conversion', retryMs: 3 * SECOND_MS },
  converting: { effect: 'sync_conversion', retryMs: 2 * SECOND_MS },
  converted: { effect: 'send_payout', retryMs: 3 * SECOND_MS },
  delivering: { effect: 'watch_payout', retryMs: SECOND_MS },
  // Until the payout is final: a re-organization of the chain can still take it back.
  delivered: { effect: 'watch_payout', retryMs: 5 * SECOND_MS },
  refunding: { effect: 'refund_payment', retryMs: 4 * SECOND_MS },
};

/** Time alone raises its event, so that it carries no facts. */
type Deadline = { readonly event: BareKind; readonly at: (order: Order, now: Date) => Date | null };

function after(ms: number): Deadline['at'] {
  return (_order, now) => new Date(now.getTime() + ms);
}

/** When an uncaptured hold is given up on: a margin before the acquirer would let it lapse. Null without a hold. */
export function beforeHoldLapses(order: Order): Date | null {
  return order.captureBefore && new Date(order.captureBefore.getTime() - HOLD_MARGIN_MS);
}

function earliest(...times: readonly (Date | null)[]): Date | null {
  const set = times.filter((time) => time !== null);
  return set.length === 0 ? null : new Date(Math.min(...set.map((time) => time.getTime())));
}

/** Every state that waits has a time limit and the event that it raises: nothing waits for ever. */
export const deadlines: { readonly [Status in OrderStatus]?: Deadline } = {
  awaiting_payment: { event: 'payment_window_closed', at: (order) => order.paymentDeadline },
  authorizing: { event: 'payment_window_closed', at: (order) => order.paymentDeadline },
  awaiting_identity: {
    event: 'identity_timed_out',
    at: (order, now) =>
      earliest(new Date(now.getTime() + IDENTITY_WINDOW_MS), isReceived(order) ? null : beforeHoldLapses(order)),
  },
  awaiting_consent: { event: 'consent_timed_out', at: after(CONSENT_WINDOW_MS) },
  capturing: { event: 'step_overdue', at: after(10 * MINUTE_MS) },
  voiding: { event: 'step_overdue', at: after(HOUR_MS) },
  paid: { event: 'step_overdue', at: after(10 * MINUTE_MS) },
  converting: { event: 'step_overdue', at: after(10 * MINUTE_MS) },
  converted: { event: 'funds_short_too_long', at: after(6 * HOUR_MS) },
  delivering: { event: 'step_overdue', at: after(6 * HOUR_MS) },
  refunding: { event: 'step_overdue', at: after(DAY_MS) },
  on_hold: {
    event: 'hold_lapsing',
    at: (order) => (isPaid(order) ? null : beforeHoldLapses(order)),
  },
};
