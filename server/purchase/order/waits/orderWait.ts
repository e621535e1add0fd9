import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import type { MethodTraits } from '@slipway/contract/entities/payMethods.ts';
import { findTransition } from '../machine/applyEvent.ts';
import { findDeadline, findNextStep, providerNextSteps } from '../machine/stateDeadlines.ts';
import { getMethodTraits, isFulfilledByProvider, type Order } from '../order.ts';
import type { EventKind, OrderEvent } from '../orderEventKinds.ts';
import type { StoredEvent } from '../orderEventStore.ts';
import { type WaitReason, waitReasons } from '../stepRunner/conclusion.ts';
import type { JournalRow } from '../stepRunner/journalStore.ts';
import { unsentReasonRules } from '../unsentReasonRules.ts';
import { describeOrderTransition } from './describeOrderTransition.ts';
import { listOperatorChoices, type OperatorChoice } from './operatorChoices.ts';
import { findUnsentReason } from './unsentDeadline.ts';

/** Why an open order waits, as shown to an operator. */
export type OrderWait = {
  /** The awaited party. */
  readonly whom: string;
  /** The awaited party, and the reason. */
  readonly for: string;
  /** When the order entered its current state. */
  readonly since: Date;
  /** The deadline of the state; null if it has none, or if it has passed and its event was raised. */
  readonly until: Date | null;
  /** What happens to the order at the deadline. */
  readonly afterwards: string;
  /** When the state's step is retried. */
  readonly nextTry: Date | null;
  /** The commands with which an operator can change the order now, and their results. */
  readonly choices: readonly OperatorChoice[];
};

/** The data from which a wait is derived. All times are of the database clock. */
export type OrderRecord = {
  readonly order: Order;
  readonly events: readonly StoredEvent[];
  readonly journal: readonly JournalRow[];
  readonly attendAt: Date | null;
  readonly now: Date;
};

type AwaitedParty = { readonly [Money in MethodTraits['money']]: string };

function forAnyMethod(text: string): AwaitedParty {
  return { held: text, received: text };
}

/** The party that an order awaits in each state, by how its money arrives; null if the order has ended. */
const awaitedParties = {
  awaiting_payment: { held: 'the buyer to press Pay', received: "the bank to book the buyer's transfer in full" },
  authorizing: forAnyMethod('the acquirer to authorize the payment'),
  awaiting_identity: forAnyMethod('the buyer to show a document, and the verifier to check it'),
  awaiting_consent: forAnyMethod('the buyer to agree to the new amount'),
  capturing: forAnyMethod('the acquirer to capture the payment'),
  voiding: forAnyMethod('the acquirer to void the authorization'),
  paid: forAnyMethod('the exchange, to plan the purchase of the crypto'),
  converting: forAnyMethod('the exchange to execute the purchase'),
  converted: forAnyMethod('the chain, to sign and send the payout'),
  delivering: forAnyMethod('the chain to confirm the payout'),
  delivered: forAnyMethod('the chain to make the payout final'),
  on_hold: forAnyMethod('an operator to decide'),
  refunding: { held: 'the acquirer to refund the money', received: 'the bank to book the refund' },
  refunded: null,
  cancelled: null,
  expired: null,
  failed: null,
} as const satisfies Record<OrderStatus, AwaitedParty | null>;

/** Returns the awaited party of an order that another provider fulfils; null if the order has ended. */
function findProviderAwaitedParty({ offerType, status }: Order): AwaitedParty | null {
  if (status === 'awaiting_payment') return forAnyMethod(`the buyer to pay on the page of ${offerType}`);
  return providerNextSteps[status] && status !== 'failed' && status !== 'expired'
    ? forAnyMethod(`${offerType}, who has the money and sends the coins`)
    : null;
}

/** Returns what an order waits for, since when, and what happens at its deadline; null if it has ended. */
export function computeOrderWait(record: OrderRecord): OrderWait | null {
  const { order, events, journal, attendAt, now } = record;
  const since = findStateEntryTime(order, events);
  const whom = isFulfilledByProvider(order) ? findProviderAwaitedParty(order) : awaitedParties[order.status];
  if (!whom || (order.status === 'delivered' && isFinal(events, since))) return null;
  const { [getMethodTraits(order).money]: who } = whom;
  return {
    whom: who,
    for: `${who}${describeWaitReason(order, journal, since)}`,
    since,
    until: order.deadlineAt,
    afterwards: describeRefundObstacle(order, journal) ?? describeDeadlineOutcome(order, events, since),
    nextTry: findNextStep(order) ? attendAt : null,
    choices: listOperatorChoices(order, now),
  };
}

const NOT_REFUNDED = {
  wait: 'nothing by itself until the time of the rule refundUnsentHours: to refund the order earlier, hold and refuse it',
  wait_only: 'nothing by itself: the order waits, since a payout may have been signed',
} as const;

/**
 * Returns why a paid order without a signed payout is not refunded at its deadline; undefined if the deadline raises its
 * event, and for any other order.
 */
export function describeRefundObstacle(order: Order, journal: readonly JournalRow[]): string | undefined {
  if (order.status !== 'converted' || isFulfilledByProvider(order) || order.payoutSigned) return undefined;
  const reason = findUnsentReason(order, journal);
  const outcome = reason === undefined ? 'wait' : unsentReasonRules[reason].atDeadline;
  return outcome === 'refund' ? undefined : NOT_REFUNDED[outcome];
}

/** Returns when the order entered its current state. */
export function findStateEntryTime({ createdAt }: Order, events: readonly StoredEvent[]): Date {
  return events.findLast((event) => !event.unexpected && event.toStatus !== event.fromStatus)?.at ?? createdAt;
}

function isFinal(events: readonly StoredEvent[], since: Date): boolean {
  return events.some(({ kind, at, unexpected }) => kind === 'payout_final' && !unexpected && at >= since);
}

/** Returns why the wait continues: the held state of a held order, else the result of the state's step since `since`. */
function describeWaitReason(order: Order, journal: readonly JournalRow[], since: Date): string {
  if (order.status === 'on_hold') return order.heldFrom === null ? '' : `, held at ${order.heldFrom}`;
  const step = findNextStep(order);
  const [newest] = journal
    .filter((row) => row.step === step?.effect && row.at >= since)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
  if (!newest) return '';
  if (newest.outcome === 'failed') return `: the step ${newest.step} fails with an internal error, see the log`;
  const reason = findWaitReason(newest.conclusion);
  return reason ? `: ${waitReasons[reason]}` : '';
}

/** The wait reasons of a step's events after which the order continues to wait. */
const waitingEvents: { readonly [Kind in EventKind]?: WaitReason } = {
  payment_action_required: 'buyer_action_pending',
  payment_unknown: 'answer_lost',
  identity_processing: 'vendor_pending',
  conversion_partial: 'part_requested',
  conversion_unknown: 'answer_lost',
  payout_unknown: 'answer_lost',
  funds_short: 'funds_short',
  refund_unknown: 'answer_lost',
};

/** Returns the wait reason of a run's conclusion; undefined if the order does not wait after it. */
export function findWaitReason(conclusion: string): WaitReason | undefined {
  if (Object.hasOwn(waitReasons, conclusion)) return conclusion as WaitReason;
  return waitingEvents[conclusion as EventKind];
}

/** Describes what the deadline does. Derived from the transition table, so that it matches the sweep. */
function describeDeadlineOutcome(order: Order, events: readonly StoredEvent[], since: Date): string {
  const deadline = findDeadline(order);
  if (!deadline) return 'it stays as it is';
  if (order.deadlineAt) {
    const event = { kind: deadline.event, key: '', facts: {} } satisfies OrderEvent;
    return describeOrderTransition(findTransition(order.status, event, { order, now: order.deadlineAt }), order);
  }
  const raised = events.findLast(({ kind, at }) => kind === deadline.event && at >= since);
  return raised
    ? `nothing more by itself: ${deadline.event} was raised at ${raised.at.toISOString()}`
    : 'nothing by itself';
}
