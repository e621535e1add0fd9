import { createAmount } from '@slipway/money/amount.ts';
import { computeLostAmount, computeOwedAmount, isFullAmountKept, isPaid, type Order, UNCAPTURED } from '../order.ts';
import type { Assessment, EventKind, FactsByKind } from '../orderEventKinds.ts';

/** The input of a guard: the order, the time, and the facts of the event that the guard needs. */
export type GuardInput<Facts = unknown> = { readonly order: Order; readonly now: Date; readonly facts: Facts };

type Attempt = { readonly attemptId: string };
type Units = { readonly units: bigint };
type Won = { readonly units: bigint | null };
type Assessed = { readonly assessment: Assessment | null };

const uncaptured: ReadonlySet<string> = new Set(UNCAPTURED);

/**
 * Returns the first of risk, identity and drift that blocks the order, or `none`. Without an assessment it returns
 * `unjudged`.
 */
function findRequirement({
  facts: { assessment },
}: GuardInput<Assessed>): 'risk' | 'identity' | 'drift' | 'none' | 'unjudged' {
  if (!assessment) return 'unjudged';
  if (assessment.risk === 'hold') return 'risk';
  if (assessment.identity === 'needed') return 'identity';
  return assessment.driftedUnits === undefined ? 'none' : 'drift';
}

function isHeldBeforeCapture(order: Order): boolean {
  return order.heldFrom !== null && uncaptured.has(order.heldFrom);
}

/** Paid and not sent: the next step needs the money. */
const PAID_UNSENT_STATUSES = new Set<Order['status']>(['paid', 'converting', 'converted']);

function computeOwedOnceWon({ order, facts: { units } }: GuardInput<Won>): bigint {
  const returned = units === null || units > order.disputed.units ? order.disputed.units : units;
  return computeOwedAmount({ ...order, disputed: createAmount(order.disputed.asset, order.disputed.units - returned) })
    .units;
}

function computeOwedOnceReversed({ order, facts: { units } }: GuardInput<Units>): bigint {
  return computeOwedAmount({
    ...order,
    clawedBack: createAmount(order.clawedBack.asset, order.clawedBack.units - units),
  }).units;
}

function computeMissingUnits({ order, facts }: GuardInput<Units>): bigint {
  return order.pay.units + order.clawedBack.units - order.received.units - facts.units;
}

/** Conditions of the transition table, by name. Pure functions of the order, the event and the time. */
export const guards = {
  current_attempt: ({ order, facts }: GuardInput<Attempt>) => facts.attemptId === order.currentAttemptId,
  superseded_attempt: ({ order, facts }: GuardInput<Attempt>) => facts.attemptId !== order.currentAttemptId,
  can_try_again: ({ order, now }: GuardInput) => order.triesLeft > 0 && now < order.paymentDeadline,
  cannot_try_again: ({ order, now }: GuardInput) => order.triesLeft <= 0 || now >= order.paymentDeadline,

  // Results of the assessment before capture or acceptance.
  risk_hold: (input: GuardInput<Assessed>) => findRequirement(input) === 'risk',
  identity_needed: (input: GuardInput<Assessed>) => findRequirement(input) === 'identity',
  price_drifted: (input: GuardInput<Assessed>) => findRequirement(input) === 'drift',
  price_settled: (input: GuardInput<Assessed>) =>
    findRequirement(input) === 'drift' || findRequirement(input) === 'none',
  all_clear: (input: GuardInput<Assessed>) => findRequirement(input) === 'none',

  // Received: captured, or booked by the bank. A card may be captured early, so that no authorization remains to be captured
  // or voided.
  no_money_received: ({ order }: GuardInput) => !isPaid(order),
  money_received: ({ order }: GuardInput) => isPaid(order),
  sum_short: (input: GuardInput<Units>) => computeMissingUnits(input) > 0n,
  sum_full: (input: GuardInput<Units>) => computeMissingUnits(input) <= 0n,

  no_payment_begun: ({ order }: GuardInput) =>
    order.authorized.units === 0n && computeOwedAmount(order).units === 0n && order.currentAttemptId === null,
  attempt_open: ({ order }: GuardInput) => computeOwedAmount(order).units === 0n && order.currentAttemptId !== null,

  amount_owed: ({ order }: GuardInput) => computeOwedAmount(order).units > 0n,
  no_amount_owed: ({ order }: GuardInput) => computeOwedAmount(order).units === 0n,
  // Compares the refund with what was owed before it, without the surplus.
  refund_complete: ({ order, facts }: GuardInput<Units>) => facts.units >= computeOwedAmount(order).units,
  refund_incomplete: ({ order, facts }: GuardInput<Units>) => facts.units < computeOwedAmount(order).units,

  amount_as_requested: ({ order, facts }: GuardInput<Units>) => facts.units === order.pay.units,
  amount_differs: ({ order, facts }: GuardInput<Units>) => facts.units !== order.pay.units,

  hold_not_requested: ({ order }: GuardInput) => !order.holdRequested,
  hold_requested: ({ order }: GuardInput) => order.holdRequested,
  // The money may be refunded only if no live payout is signed.
  unsigned: ({ order }: GuardInput) => !order.payoutSigned,
  signed: ({ order }: GuardInput) => order.payoutSigned,
  first_revert: ({ order }: GuardInput) => order.revertedPayouts <= 1,
  reverted_before: ({ order }: GuardInput) => order.revertedPayouts > 1,

  /** A won dispute returns the withheld money, which may be owed to the buyer of an order that was given up. */
  owed_once_won: (input: GuardInput<Won>) => computeOwedOnceWon(input) > 0n,
  not_owed_once_won: (input: GuardInput<Won>) => computeOwedOnceWon(input) === 0n,
  /** The same after a won appeal against a lost dispute. */
  owed_once_reversed: (input: GuardInput<Units>) => computeOwedOnceReversed(input) > 0n,
  not_owed_once_reversed: (input: GuardInput<Units>) => computeOwedOnceReversed(input) === 0n,
  // None of the price was recalled, disputed or refunded.
  kept_in_full: ({ order }: GuardInput) => isFullAmountKept(order),
  // A recovery cannot exceed the loss.
  within_loss: ({ order, facts }: GuardInput<Units>) => facts.units <= computeLostAmount(order).units,
  not_frozen: ({ order }: GuardInput) => !order.frozen,

  // The held state, on which the result of an operator's decision depends.
  held_uncaptured: ({ order }: GuardInput) => isHeldBeforeCapture(order) && !isPaid(order),
  held_captured: ({ order }: GuardInput) => isHeldBeforeCapture(order) && isPaid(order),
  held_before_sending: ({ order }: GuardInput) => order.heldFrom !== null && PAID_UNSENT_STATUSES.has(order.heldFrom),
  held_delivering: ({ order }: GuardInput) => order.heldFrom === 'delivering',
  held_refunding: ({ order }: GuardInput) => order.heldFrom === 'refunding' || order.heldFrom === 'refunded',
  something_refunded: ({ order }: GuardInput) => order.refunded.units > order.surplusReturned.units,
  nothing_refunded: ({ order }: GuardInput) => order.refunded.units <= order.surplusReturned.units,
} satisfies Record<string, (input: GuardInput<never>) => boolean>;

export type GuardName = keyof typeof guards;

/** The guards that apply to a kind of event: those that need only facts that it carries. */
export type GuardFor<Kind extends EventKind> = {
  [Name in GuardName]: FactsByKind<Kind> extends Parameters<(typeof guards)[Name]>[0]['facts'] ? Name : never;
}[GuardName];
