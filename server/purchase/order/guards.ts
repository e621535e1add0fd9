import { amountOf } from '@slipway/money/amount.ts';
import type { Assessment, EventKind, FactsOf } from './events.ts';
import { isKeptInFull, isPaid, lostAmount, type Order, owedAmount, UNCAPTURED } from './order.ts';

/** What a guard looks at: the order, the time, and of the event's facts those that it names. */
export type GuardInput<Facts = unknown> = { readonly order: Order; readonly now: Date; readonly facts: Facts };

type Attempt = { readonly attemptId: string };
type Units = { readonly units: bigint };
type Won = { readonly units: bigint | null };
type Judged = { readonly assessment: Assessment | null };

const uncaptured: ReadonlySet<string> = new Set(UNCAPTURED);

/** The three guards in their order: the first that asks for something decides. Without a judgement none of them holds. */
function finding({ facts: { assessment } }: GuardInput<Judged>): 'risk' | 'identity' | 'drift' | 'none' | 'unjudged' {
  if (!assessment) return 'unjudged';
  if (assessment.risk === 'hold') return 'risk';
  if (assessment.identity === 'needed') return 'identity';
  return assessment.driftedUnits === undefined ? 'none' : 'drift';
}

function heldBeforeCapture(order: Order): boolean {
  return order.heldFrom !== null && uncaptured.has(order.heldFrom);
}

/** Paid, and the coins are not sent: what happens next needs the money. */
const onTheWay = new Set<Order['status']>(['paid', 'converting', 'converted']);

function owedOnceWon({ order, facts: { units } }: GuardInput<Won>): bigint {
  const given = units === null || units > order.disputed.units ? order.disputed.units : units;
  return owedAmount({ ...order, disputed: amountOf(order.disputed.asset, order.disputed.units - given) }).units;
}

function owedOnceReversed({ order, facts: { units } }: GuardInput<Units>): bigint {
  return owedAmount({ ...order, clawedBack: amountOf(order.clawedBack.asset, order.clawedBack.units - units) }).units;
}

function missing({ order, facts }: GuardInput<Units>): bigint {
  return order.pay.units + order.clawedBack.units - order.received.units - facts.units;
}

/** Conditions of the transition table, by name. Pure: everything they look at is in the order, the event or the time. */
export const guards = {
  current_attempt: ({ order, facts }: GuardInput<Attempt>) => facts.attemptId === order.currentAttemptId,
  superseded_attempt: ({ order, facts }: GuardInput<Attempt>) => facts.attemptId !== order.currentAttemptId,
  can_try_again: ({ order, now }: GuardInput) => order.triesLeft > 0 && now < order.paymentDeadline,
  cannot_try_again: ({ order, now }: GuardInput) => order.triesLeft <= 0 || now >= order.paymentDeadline,

  // The three guards before capture or acceptance.
  risk_hold: (input: GuardInput<Judged>) => finding(input) === 'risk',
  identity_needed: (input: GuardInput<Judged>) => finding(input) === 'identity',
  price_drifted: (input: GuardInput<Judged>) => finding(input) === 'drift',
  price_settled: (input: GuardInput<Judged>) => finding(input) === 'drift' || finding(input) === 'none',
  all_clear: (input: GuardInput<Judged>) => finding(input) === 'none',

  // Captured, or booked by the bank. A card's money may have come early: then there is no hold to capture or release.
  nothing_taken: ({ order }: GuardInput) => !isPaid(order),
  money_taken: ({ order }: GuardInput) => isPaid(order),
  sum_short: (input: GuardInput<Units>) => missing(input) > 0n,
  sum_full: (input: GuardInput<Units>) => missing(input) <= 0n,

  nothing_came: ({ order }: GuardInput) =>
    order.authorized.units === 0n && owedAmount(order).units === 0n && order.currentAttemptId === null,
  attempt_open: ({ order }: GuardInput) => owedAmount(order).units === 0n && order.currentAttemptId !== null,

  something_owed: ({ order }: GuardInput) => owedAmount(order).units > 0n,
  nothing_owed: ({ order }: GuardInput) => owedAmount(order).units === 0n,
  // What is still owed after this refund, the surplus apart.
  all_given_back: ({ order, facts }: GuardInput<Units>) => facts.units >= owedAmount(order).units,
  more_to_give_back: ({ order, facts }: GuardInput<Units>) => facts.units < owedAmount(order).units,

  amount_as_asked: ({ order, facts }: GuardInput<Units>) => facts.units === order.pay.units,
  amount_differs: ({ order, facts }: GuardInput<Units>) => facts.units !== order.pay.units,

  hold_not_requested: ({ order }: GuardInput) => !order.holdRequested,
  hold_requested: ({ order }: GuardInput) => order.holdRequested,
  // No signed bytes of a live payout exist: only then may the money go back.
  unsigned: ({ order }: GuardInput) => !order.payoutSigned,
  signed: ({ order }: GuardInput) => order.payoutSigned,
  first_revert: ({ order }: GuardInput) => order.revertedPayouts <= 1,
  reverted_before: ({ order }: GuardInput) => order.revertedPayouts > 1,

  /** A dispute that is won gives back what it held, which may be owed to a buyer whose order was given up. */
  owed_once_won: (input: GuardInput<Won>) => owedOnceWon(input) > 0n,
  not_owed_once_won: (input: GuardInput<Won>) => owedOnceWon(input) === 0n,
  /** So does one that was lost, once an appeal is won. */
  owed_once_reversed: (input: GuardInput<Units>) => owedOnceReversed(input) > 0n,
  not_owed_once_reversed: (input: GuardInput<Units>) => owedOnceReversed(input) === 0n,
  // All that was asked for is here: none of it was recalled, disputed or given back.
  kept_in_full: ({ order }: GuardInput) => isKeptInFull(order),
  // Nobody owes us more than was lost.
  within_loss: ({ order, facts }: GuardInput<Units>) => facts.units <= lostAmount(order).units,
  not_frozen: ({ order }: GuardInput) => !order.frozen,

  // What was held, when an operator decides.
  held_uncaptured: ({ order }: GuardInput) => heldBeforeCapture(order) && !isPaid(order),
  held_taken: ({ order }: GuardInput) => heldBeforeCapture(order) && isPaid(order),
  held_on_the_way: ({ order }: GuardInput) => order.heldFrom !== null && onTheWay.has(order.heldFrom),
  held_sending: ({ order }: GuardInput) => order.heldFrom === 'delivering',
  held_giving_back: ({ order }: GuardInput) => order.heldFrom === 'refunding' || order.heldFrom === 'refunded',
  given_back: ({ order }: GuardInput) => order.refunded.units > order.surplusReturned.units,
  nothing_given_back: ({ order }: GuardInput) => order.refunded.units <= order.surplusReturned.units,
} satisfies Record<string, (input: GuardInput<never>) => boolean>;

export type GuardName = keyof typeof guards;

/** The guards that can judge a kind of event: those whose facts it carries. */
export type GuardOf<Kind extends EventKind> = {
  [Name in GuardName]: FactsOf<Kind> extends Parameters<(typeof guards)[Name]>[0]['facts'] ? Name : never;
}[GuardName];
