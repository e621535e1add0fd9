import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import { isFulfilledByProvider, isPaid, type Order } from '../order.ts';
import type { FactlessKind } from '../orderEventKinds.ts';
import type { EffectName } from './transitions.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const CONSENT_WINDOW_MS = 10 * MINUTE_MS;
export const IDENTITY_WINDOW_MS = DAY_MS;
/** Uncaptured authorizations are voided this long before the acquirer would let them expire. */
export const HOLD_MARGIN_MS = 6 * HOUR_MS;
export const CARD_TRIES = 3;
/** A paid order whose coins are not sent is late after this time. */
export const UNSENT_WINDOW_MS = 6 * HOUR_MS;

/** A step and the interval after which the sweep enqueues it again. */
export type StateStep = { readonly effect: EffectName; readonly retryMs: number };

const HELD_PAYOUT: StateStep = { effect: 'watch_payout', retryMs: 5 * SECOND_MS };
const HELD_REFUND: StateStep = { effect: 'sync_refund', retryMs: 30 * SECOND_MS };

/** The step that advances an order from a state. */
export const nextSteps: { readonly [Status in OrderStatus]?: StateStep } = {
  authorizing: { effect: 'sync_payment', retryMs: 4 * SECOND_MS },
  awaiting_identity: { effect: 'sync_identity', retryMs: 10 * SECOND_MS },
  capturing: { effect: 'capture_payment', retryMs: 4 * SECOND_MS },
  voiding: { effect: 'void_payment', retryMs: 4 * SECOND_MS },
  paid: { effect: 'start_conversion', retryMs: 3 * SECOND_MS },
  converting: { effect: 'sync_conversion', retryMs: 2 * SECOND_MS },
  converted: { effect: 'send_payout', retryMs: 3 * SECOND_MS },
  // `delivery/chainReads/followPayouts.ts` checks these on each block: this covers lost rounds and chains without blocks.
  delivering: { effect: 'watch_payout', retryMs: 15 * SECOND_MS },
  // Runs until the payout is final: a chain reorganization can still revert it.
  delivered: { effect: 'watch_payout', retryMs: MINUTE_MS },
  refunding: { effect: 'refund_payment', retryMs: 4 * SECOND_MS },
};

/** The steps of an order that another provider fulfils: the provider is polled while the status may still change. */
export const providerNextSteps: { readonly [Status in OrderStatus]?: StateStep } = {
  awaiting_payment: { effect: 'sync_provider', retryMs: 5 * SECOND_MS },
  paid: { effect: 'sync_provider', retryMs: 5 * SECOND_MS },
  delivering: { effect: 'sync_provider', retryMs: 5 * SECOND_MS },
  on_hold: { effect: 'sync_provider', retryMs: MINUTE_MS },
  expired: { effect: 'sync_provider', retryMs: MINUTE_MS },
  failed: { effect: 'sync_provider', retryMs: MINUTE_MS },
};

/** A deadline event is raised by time only, so it carries no facts. */
type Deadline = { readonly event: FactlessKind; readonly at: (order: Order, now: Date) => Date | null };

function after(ms: number): Deadline['at'] {
  return (_order, now) => new Date(now.getTime() + ms);
}

/**
 * Returns when an uncaptured authorization is given up: some hours before it expires at the acquirer. Null without an
 * authorization.
 */
export function computeAuthorizationDeadline(order: Order): Date | null {
  return order.captureBefore && new Date(order.captureBefore.getTime() - HOLD_MARGIN_MS);
}

function findEarliest(...times: readonly (Date | null)[]): Date | null {
  const set = times.filter((time) => time !== null);
  return set.length === 0 ? null : new Date(Math.min(...set.map((time) => time.getTime())));
}

/** The deadline of every waiting state and the event that it raises: no state waits forever. */
export const deadlines: { readonly [Status in OrderStatus]?: Deadline } = {
  awaiting_payment: { event: 'payment_window_closed', at: (order) => order.paymentDeadline },
  authorizing: { event: 'payment_window_closed', at: (order) => order.paymentDeadline },
  awaiting_identity: {
    event: 'identity_timed_out',
    at: (order, now) =>
      findEarliest(
        new Date(now.getTime() + IDENTITY_WINDOW_MS),
        isPaid(order) ? null : computeAuthorizationDeadline(order),
      ),
  },
  awaiting_consent: { event: 'consent_timed_out', at: after(CONSENT_WINDOW_MS) },
  capturing: { event: 'step_overdue', at: after(10 * MINUTE_MS) },
  voiding: { event: 'step_overdue', at: after(HOUR_MS) },
  paid: { event: 'step_overdue', at: after(10 * MINUTE_MS) },
  converting: { event: 'step_overdue', at: after(10 * MINUTE_MS) },
  // Raised only while the funds are short; for other reasons see `unsentReasonRules.ts`.
  converted: { event: 'funds_short_too_long', at: after(UNSENT_WINDOW_MS) },
  delivering: { event: 'step_overdue', at: after(6 * HOUR_MS) },
  refunding: { event: 'step_overdue', at: after(DAY_MS) },
  // For an order that is paid or has no authorization, {@link findDeadline} returns a reminder instead.
  on_hold: { event: 'hold_lapsing', at: computeAuthorizationDeadline },
};

/** How soon a postponed deadline is checked again. */
export const POSTPONED_SECONDS = 600;

/** Deadlines of orders that another provider fulfils. After the payment we only alert an operator, who asks the provider. */
const providerDeadlines: { readonly [Status in OrderStatus]?: Deadline } = {
  awaiting_payment: { event: 'payment_window_closed', at: (order) => order.paymentDeadline },
  paid: { event: 'step_overdue', at: after(DAY_MS) },
  delivering: { event: 'step_overdue', at: after(DAY_MS) },
  on_hold: { event: 'step_overdue', at: after(DAY_MS) },
};

const REMINDER: Deadline = { event: 'step_overdue', at: after(DAY_MS) };

/** Returns the deadline of an order's current state; undefined if the order has ended. */
export function findDeadline(order: Order): Deadline | undefined {
  if (isFulfilledByProvider(order)) return providerDeadlines[order.status];
  return order.status === 'on_hold' && !isVoidedAtDeadline(order) ? REMINDER : deadlines[order.status];
}

/**
 * Returns whether the machine voids a held order at its deadline. For any other held order it only alerts the operator.
 */
export function isVoidedAtDeadline(order: Order): boolean {
  return order.status === 'on_hold' && !isFulfilledByProvider(order) && !isPaid(order) && order.captureBefore !== null;
}

/** Returns when a deadline that changed nothing is raised again, so that no wait goes unnoticed. */
export function computeReminderTime(now: Date): Date {
  return new Date(now.getTime() + DAY_MS);
}

/** Returns the next step of an order; undefined if it waits for an operator or has nothing left to do. */
export function findNextStep(order: Order): StateStep | undefined {
  if (isFulfilledByProvider(order)) return providerNextSteps[order.status];
  if (order.status === 'on_hold') return chooseHeldStep(order);
  return order.status === 'delivered' && order.payoutFinal ? undefined : nextSteps[order.status];
}

/** A hold stops new actions, but a payout or refund in progress is still tracked, so that the operator sees its state. */
function chooseHeldStep({ payoutSigned, payoutFinal, heldFrom }: Order): StateStep | undefined {
  if (payoutSigned && !payoutFinal) return HELD_PAYOUT;
  return heldFrom === 'refunding' ? HELD_REFUND : undefined;
}
