import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import type { MethodTraits } from '@slipway/contract/entities/payMethods.ts';
import { findTransition } from './applyEvent.ts';
import { type Choice, choicesNow } from './choices.ts';
import { type WaitReason, waitReasons } from './conclusion.ts';
import type { EventKind, OrderEvent } from './events.ts';
import type { JournalRow } from './journalStore.ts';
import { isProvidersOrder, methodOf, type Order } from './order.ts';
import type { StoredEvent } from './orderEventStore.ts';
import { isDeadlinePostponed } from './postponedDeadline.ts';
import { sayRow } from './sayRow.ts';
import { deadlineOf, nextStepOf, providerNextSteps } from './stateClocks.ts';

/** What an open order stands still for, as an operator reads it. */
export type Wait = {
  readonly whom: string;
  /** For whom, and why. */
  readonly for: string;
  /** When the order came to its present state. */
  readonly since: Date;
  /** The time limit of the state; null when it has none, or when it has passed and its event was raised. */
  readonly until: Date | null;
  /** What becomes of the order at the time limit. */
  readonly afterwards: string;
  /** When the state's step is done again. */
  readonly nextTry: Date | null;
  /** What an operator can do about an order that is held, or is being bought for, and what follows now. */
  readonly choices: readonly Choice[];
};

/** What an order's wait is read from. All times are the one clock's. */
export type OrderRecord = {
  readonly order: Order;
  readonly events: readonly StoredEvent[];
  readonly journal: readonly JournalRow[];
  readonly attendAt: Date | null;
  readonly now: Date;
};

type Awaited = { readonly [Money in MethodTraits['money']]: string };

function eitherWay(text: string): Awaited {
  return { held: text, received: text };
}

/** Whom an order waits for in each state, by how its money comes; null where it has ended. */
const awaited = {
  awaiting_payment: { held: 'the buyer to press Pay', received: "the bank to book the buyer's transfer in full" },
  authorizing: eitherWay('the acquirer to authorize the payment'),
  awaiting_identity: eitherWay('the buyer to show a document, and the verifier to look at it'),
  awaiting_consent: eitherWay('the buyer to agree to the new amount'),
  capturing: eitherWay('the acquirer to take the money'),
  voiding: eitherWay('the acquirer to let the hold on the card go'),
  paid: eitherWay('the venue, to plan the purchase of the crypto'),
  converting: eitherWay('the venue to sell the crypto'),
  converted: eitherWay('the chain, to sign and send the payout'),
  delivering: eitherWay('the chain to confirm the payout'),
  delivered: eitherWay('the chain to make the payout final'),
  on_hold: eitherWay('an operator to decide'),
  refunding: { held: 'the acquirer to give the money back', received: 'the bank to give the money back' },
  refunded: null,
  cancelled: null,
  expired: null,
  failed: null,
} as const satisfies Record<OrderStatus, Awaited | null>;

/** Nothing of ours is under way in an order that another provider fulfils. */
function awaitedOfProvider({ offerType, status }: Order): Awaited | null {
  if (status === 'awaiting_payment') return eitherWay(`the buyer to pay on the page of ${offerType}`);
  return providerNextSteps[status] && status !== 'failed' && status !== 'expired'
    ? eitherWay(`${offerType}, who has the money and sends the coins`)
    : null;
}

/** What an order waits for, since when, and what happens if that does not come; null for one that has ended. */
export function waitOf(record: OrderRecord): Wait | null {
  const { order, events, journal, attendAt, now } = record;
  const since = cameToState(order, events);
  const whom = isProvidersOrder(order) ? awaitedOfProvider(order) : awaited[order.status];
  if (!whom || (order.status === 'delivered' && isFinal(events, since))) return null;
  const { [methodOf(order).money]: who } = whom;
  return {
    whom: who,
    for: `${who}${why(order, journal, since)}`,
    since,
    until: order.deadlineAt,
    afterwards: isDeadlinePostponed(order, journal) ? POSTPONED : atDeadline(order, events, since),
    nextTry: nextStepOf(order) ? attendAt : null,
    choices: choicesNow(order, now),
  };
}

const POSTPONED = 'nothing by itself: the time limit is put off until the signer answers again';

/** When the order came to its present state. */
export function cameToState({ createdAt }: Order, events: readonly StoredEvent[]): Date {
  return events.findLast((event) => !event.unexpected && event.toStatus !== event.fromStatus)?.at ?? createdAt;
}

function isFinal(events: readonly StoredEvent[], since: Date): boolean {
  return events.some(({ kind, at, unexpected }) => kind === 'payout_final' && !unexpected && at >= since);
}

/** Why the wait goes on: of a held order what it was held for, else what the state's step has found since. */
function why(order: Order, journal: readonly JournalRow[], since: Date): string {
  if (order.status === 'on_hold') {
    const from = order.heldFrom === null ? '' : `, held while ${order.heldFrom}`;
    return `${from}${order.reason === null ? '' : `: ${order.reason}`}`;
  }
  const step = nextStepOf(order);
  const [newest] = journal
    .filter((row) => row.step === step?.effect && row.at >= since)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
  if (!newest) return '';
  if (newest.outcome === 'failed') return `: the step ${newest.step} fails on our side, see the log`;
  const reason = reasonOf(newest.conclusion);
  return reason ? `: ${waitReasons[reason]}` : '';
}

/** Events that a step tells and that leave the order waiting, for what they say. */
const waitingEvents: { readonly [Kind in EventKind]?: WaitReason } = {
  payment_action_required: 'buyer_acts',
  payment_unknown: 'answer_lost',
  identity_processing: 'vendor_pending',
  conversion_partial: 'part_requested',
  conversion_unknown: 'answer_lost',
  payout_unknown: 'answer_lost',
  funds_short: 'funds_short',
  refund_unknown: 'answer_lost',
};

/** What a run's conclusion says about the wait: a reason, or an event; nothing where the order went on with it. */
export function reasonOf(conclusion: string): WaitReason | undefined {
  if (Object.hasOwn(waitReasons, conclusion)) return conclusion as WaitReason;
  return waitingEvents[conclusion as EventKind];
}

/** The table is asked, so that what is said is what the sweep will do. */
function atDeadline(order: Order, events: readonly StoredEvent[], since: Date): string {
  const deadline = deadlineOf(order);
  if (!deadline) return 'it stays as it is';
  if (order.deadlineAt) {
    const event = { kind: deadline.event, key: '', facts: {} } satisfies OrderEvent;
    return sayRow(findTransition(order.status, event, { order, now: order.deadlineAt }), order);
  }
  const raised = events.findLast(({ kind, at }) => kind === deadline.event && at >= since);
  return raised
    ? `nothing more by itself: ${deadline.event} was raised at ${raised.at.toISOString()}`
    : 'nothing by itself';
}
