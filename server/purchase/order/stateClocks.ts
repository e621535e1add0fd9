import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import type { WaitReason } from './conclusion.ts';
import type { BareKind } from './events.ts';
import { isPaid, isProvidersOrder, type Order } from './order.ts';
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

/** A step, and how long the sweep waits before it asks for it again. */
export type NextStep = { readonly effect: EffectName; readonly retryMs: number };

const HELD_PAYOUT: NextStep = { effect: 'watch_payout', retryMs: 5 * SECOND_MS };
const HELD_REFUND: NextStep = { effect: 'sync_refund', retryMs: 30 * SECOND_MS };

/** The step that moves an order on from a state. */
export const nextSteps: { readonly [Status in OrderStatus]?: NextStep } = {
  authorizing: { effect: 'sync_payment', retryMs: 4 * SECOND_MS },
  awaiting_identity: { effect: 'sync_identity', retryMs: 10 * SECOND_MS },
  capturing: { effect: 'capture_payment', retryMs: 4 * SECOND_MS },
  voiding: { effect: 'void_payment', retryMs: 4 * SECOND_MS },
  paid: { effect: 'start_conversion', retryMs: 3 * SECOND_MS },
  converting: { effect: 'sync_conversion', retryMs: 2 * SECOND_MS },
  converted: { effect: 'send_payout', retryMs: 3 * SECOND_MS },
  // Each block has them looked at (`delivery/followPayouts.ts`): this is for a round that was lost, and where no block comes.
  delivering: { effect: 'watch_payout', retryMs: 15 * SECOND_MS },
  // Until the payout is final: a re-organization of the chain can still take it back.
  delivered: { effect: 'watch_payout', retryMs: MINUTE_MS },
  refunding: { effect: 'refund_payment', retryMs: 4 * SECOND_MS },
};

/** Of an order that another provider fulfils: asking it, as long as its word may still change. */
export const providerNextSteps: { readonly [Status in OrderStatus]?: NextStep } = {
  awaiting_payment: { effect: 'sync_provider', retryMs: 5 * SECOND_MS },
  paid: { effect: 'sync_provider', retryMs: 5 * SECOND_MS },
  delivering: { effect: 'sync_provider', retryMs: 5 * SECOND_MS },
  on_hold: { effect: 'sync_provider', retryMs: MINUTE_MS },
  expired: { effect: 'sync_provider', retryMs: MINUTE_MS },
  failed: { effect: 'sync_provider', retryMs: MINUTE_MS },
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
      earliest(new Date(now.getTime() + IDENTITY_WINDOW_MS), isPaid(order) ? null : beforeHoldLapses(order)),
  },
  awaiting_consent: { event: 'consent_timed_out', at: after(CONSENT_WINDOW_MS) },
  capturing: { event: 'step_overdue', at: after(10 * MINUTE_MS) },
  voiding: { event: 'step_overdue', at: after(HOUR_MS) },
  paid: { event: 'step_overdue', at: after(10 * MINUTE_MS) },
  converting: { event: 'step_overdue', at: after(10 * MINUTE_MS) },
  converted: { event: 'funds_short_too_long', at: after(6 * HOUR_MS) },
  delivering: { event: 'step_overdue', at: after(6 * HOUR_MS) },
  refunding: { event: 'step_overdue', at: after(DAY_MS) },
  // Without a hold that lapses, the operator is reminded.
  on_hold: { event: 'hold_lapsing', at: beforeHoldLapses },
};

/**
 * Reasons to wait for which a state's deadline is put off instead of raised. Refunding a buyer because the operator's own signer
 * is down would blame the funds, and the alert about the signer already asks for what helps.
 */
export const postponingReasons: { readonly [Status in OrderStatus]?: readonly WaitReason[] } = {
  converted: ['signer_unavailable', 'not_compared'],
};

/** How soon a deadline that was put off is looked at again. */
export const POSTPONED_SECONDS = 600;

/** The provider's money and the provider's coins: we only ask a person to ask it. */
const providerDeadlines: { readonly [Status in OrderStatus]?: Deadline } = {
  awaiting_payment: { event: 'payment_window_closed', at: (order) => order.paymentDeadline },
  paid: { event: 'step_overdue', at: after(DAY_MS) },
  delivering: { event: 'step_overdue', at: after(DAY_MS) },
  on_hold: { event: 'step_overdue', at: after(DAY_MS) },
};

const REMINDER: Deadline = { event: 'step_overdue', at: after(DAY_MS) };

/** The deadline of an order where it stands; undefined where it has ended. */
export function deadlineOf(order: Order): Deadline | undefined {
  if (isProvidersOrder(order)) return providerDeadlines[order.status];
  return order.status === 'on_hold' && !isLapsingHold(order) ? REMINDER : deadlines[order.status];
}

/** Whether the machine voids a held order at its deadline. At that of any other held order it only alerts the operator. */
export function isLapsingHold(order: Order): boolean {
  return order.status === 'on_hold' && !isProvidersOrder(order) && !isPaid(order) && order.captureBefore !== null;
}

/** When a deadline that was raised and changed nothing is raised again: a wait never ends in silence. */
export function reminderAt(now: Date): Date {
  return new Date(now.getTime() + DAY_MS);
}

/** The step that an order needs next, where it stands; undefined when it waits for a person or nothing is left to do. */
export function nextStepOf(order: Order): NextStep | undefined {
  if (isProvidersOrder(order)) return providerNextSteps[order.status];
  if (order.status === 'on_hold') return heldStep(order);
  return order.status === 'delivered' && order.payoutFinal ? undefined : nextSteps[order.status];
}

/** A hold stops what we do, not what is under way: a person has to look at that. */
function heldStep({ payoutSigned, payoutFinal, heldFrom }: Order): NextStep | undefined {
  if (payoutSigned && !payoutFinal) return HELD_PAYOUT;
  return heldFrom === 'refunding' ? HELD_REFUND : undefined;
}
