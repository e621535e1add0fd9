import type { EventData } from './events.ts';
import { isBankTransfer, type Order, owedUnits } from './order.ts';

export type GuardInput = { readonly order: Order; readonly data: EventData; readonly now: Date };

const beforeCapture = new Set([
  'awaiting_payment',
  'authorizing',
  'awaiting_identity',
  'awaiting_consent',
  'capturing',
  'voiding',
]);

function risky({ data }: GuardInput): boolean {
  return data.assessment?.risk === 'hold';
}

function identityNeeded({ data }: GuardInput): boolean {
  return data.assessment?.identity === 'needed';
}

function drifted({ data }: GuardInput): boolean {
  return data.assessment?.driftedUnits !== undefined;
}

function heldBeforeCapture({ order }: GuardInput): boolean {
  return order.heldFrom !== null && beforeCapture.has(order.heldFrom);
}

function received({ order, data }: GuardInput): bigint {
  return order.receivedUnits + (data.units ?? 0n);
}

/** Conditions of the transition table, by name. Pure: everything they look at is in the order, the event or the time. */
export const guards = {
  current_attempt: ({ order, data }) => data.attemptId === order.currentAttemptId,
  superseded_attempt: ({ order, data }) => data.attemptId !== order.currentAttemptId,
  can_try_again: ({ order, now }) => order.triesLeft > 0 && now < order.paymentDeadline,
  cannot_try_again: ({ order, now }) => order.triesLeft <= 0 || now >= order.paymentDeadline,

  // The three guards before capture or acceptance, in their order: risk, identity, drift.
  risk_hold: (input) => risky(input),
  identity_needed: (input) => !risky(input) && identityNeeded(input),
  price_drifted: (input) => !risky(input) && !identityNeeded(input) && drifted(input),
  price_settled: (input) => !risky(input) && !identityNeeded(input),
  all_clear: (input) => !risky(input) && !identityNeeded(input) && !drifted(input),

  by_card: ({ order }) => !isBankTransfer(order),
  by_bank: ({ order }) => isBankTransfer(order),
  sum_short: (input) => received(input) < input.order.payUnits,
  sum_full: (input) => received(input) >= input.order.payUnits,

  nothing_came: ({ order }) =>
    order.authorizedUnits === 0n && order.receivedUnits === 0n && order.currentAttemptId === null,
  money_came: ({ order }) => order.receivedUnits > 0n,
  attempt_open: ({ order }) => order.receivedUnits === 0n && order.currentAttemptId !== null,

  // What is still owed after this refund, the surplus apart.
  all_given_back: ({ order, data }) => (data.units ?? 0n) >= owedUnits(order),
  more_to_give_back: ({ order, data }) => (data.units ?? 0n) < owedUnits(order),

  amount_as_asked: ({ order, data }) => data.units === order.payUnits,
  amount_differs: ({ order, data }) => data.units !== order.payUnits,

  hold_not_requested: ({ order }) => !order.holdRequested,
  hold_requested: ({ order }) => order.holdRequested,
  // No signed bytes of a live payout exist: only then may the money go back.
  unsigned: ({ order }) => !order.payoutSigned,
  signed: ({ order }) => order.payoutSigned,
  first_revert: ({ order }) => order.revertedPayouts <= 1,
  reverted_before: ({ order }) => order.revertedPayouts > 1,

  // What was held, when an operator decides.
  held_uncaptured_card: (input) =>
    heldBeforeCapture(input) && input.order.capturedUnits === 0n && input.order.receivedUnits === 0n,
  held_captured_early: (input) => heldBeforeCapture(input) && input.order.capturedUnits > 0n,
  held_received: (input) =>
    heldBeforeCapture(input) && input.order.capturedUnits === 0n && input.order.receivedUnits > 0n,
  held_later: (input) => !heldBeforeCapture(input),
  held_nothing_taken: ({ order }) => order.capturedUnits === 0n && order.receivedUnits === 0n,
  held_taken_unsigned: ({ order }) => (order.capturedUnits > 0n || order.receivedUnits > 0n) && !order.payoutSigned,
} satisfies Record<string, (input: GuardInput) => boolean>;

export type GuardName = keyof typeof guards;
