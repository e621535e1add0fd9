import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import { newestPostings, postEntry } from '../../ledger/ledgerStore.ts';
import { reverse } from '../../ledger/posting.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { JobQueue } from '../../platform/jobs/jobQueue.ts';
import { changesFrom } from './changes.ts';
import { entriesFor } from './entries.ts';
import type { EventKind, OrderEvent } from './events.ts';
import { type GuardInput, guards } from './guards.ts';
import type { Order } from './order.ts';
import { hasEvent, insertEvent } from './orderEventStore.ts';
import { lockOrder, updateOrder } from './orderStore.ts';
import { beforeHoldLapses, deadlines, nextSteps } from './stateClocks.ts';
import { type EffectName, type Transition, transitions } from './transitions.ts';

/** What the machine stands on: the queue to which it sends the steps that follow. */
export type OrderMachine = { readonly jobs: JobQueue };

export type Applied =
  | { readonly outcome: 'applied'; readonly order: Order; readonly effects: readonly EffectName[] }
  /** The same fact was applied before. */
  | { readonly outcome: 'duplicate'; readonly order: Order }
  /** No row for it: recorded, and the operator alerted when it concerns money. */
  | { readonly outcome: 'unexpected'; readonly order: Order };

/** Facts that move or free money: having no row for one is never shrugged off. */
const MONEY_FACTS = new Set<EventKind>([
  'payment_authorized',
  'payment_captured',
  'payment_received',
  'payment_disputed',
  'dispute_won',
  'dispute_lost',
  'conversion_filled',
  'conversion_partial',
  'payout_submitted',
  'payout_confirmed',
  'payout_reverted',
  'refund_settled',
  'refund_failed',
]);

/** The row that fits; rows alike exclude each other by their guards, so there is one at most. */
export function findTransition(
  status: OrderStatus,
  { kind, facts }: OrderEvent,
  { order, now }: Pick<GuardInput, 'order' | 'now'>,
): Transition | undefined {
  // The table's type lets a row name only guards whose facts its event carries.
  const input = { order, now, facts } as GuardInput<never>;
  return transitions.find(
    (row) => row.on === kind && row.from.includes(status) && row.when.every((name) => guards[name](input)),
  );
}

/**
 * The only door through which an order changes: locks it, finds the row, writes the status, the event, the postings and
 * the jobs of the effects, all in the caller's transaction. No call to the outside happens here.
 */
export async function applyEvent(
  { jobs }: OrderMachine,
  transaction: Transaction,
  orderId: number,
  event: OrderEvent,
): Promise<Applied> {
  const { order, now } = await lockOrder(transaction, orderId);
  if (await hasEvent(transaction, orderId, event.key)) return { outcome: 'duplicate', order };

  const { transition, whileHeld } = rowFor(order, event, now);
  const numbered = { ...order, eventSequence: order.eventSequence + 1 };
  if (!transition) return recordUnexpected(jobs, transaction, numbered, event, now);

  const after = nextOrder(numbered, event, transition, whileHeld, now);
  await insertEvent(transaction, numbered, event, after.status, false, now);
  const effects = whileHeld ? [] : effectsOf(transition, after);
  const step = nextSteps[after.status];
  const settled = after.status === 'delivered' && event.kind === 'payout_final';
  await updateOrder(transaction, after, step && !settled ? step.retryMs : null);
  await post(transaction, event, order, after, now);
  for (const effect of effects) {
    const cause = `${orderId}:${after.eventSequence}`;
    await jobs.send(transaction, { effect, orderId, subject: attemptOf(event), cause });
  }
  return { outcome: 'applied', order: after, effects };
}

/** A hold never swallows a fact: what has no row while held is applied by the rows of the state that was held. */
function rowFor(
  order: Order,
  event: OrderEvent,
  now: Date,
): { transition: Transition | undefined; whileHeld: boolean } {
  const input = { order, now };
  const own = findTransition(order.status, event, input);
  if (own || order.status !== 'on_hold' || !order.heldFrom) return { transition: own, whileHeld: false };
  return { transition: findTransition(order.heldFrom, event, input), whileHeld: true };
}

function nextOrder(order: Order, event: OrderEvent, transition: Transition, whileHeld: boolean, now: Date): Order {
  const target = transition.to === 'held_from' ? order.heldFrom : transition.to;
  const status = target === 'same' || target === null ? (whileHeld ? order.heldFrom : order.status) : target;
  const moved = { ...order, ...changesFrom(order, event) };
  const placed = whileHeld ? holdAt(moved, status) : moveTo(moved, status ?? order.status);
  if (placed.status === order.status && placed.status !== 'on_hold')
    return { ...placed, deadlineAt: keptDeadline(placed, order, event) };
  return { ...placed, deadlineAt: deadlines[placed.status]?.at(placed, now) ?? null };
}

function holdAt(order: Order, status: OrderStatus | null): Order {
  return { ...order, status: 'on_hold', heldFrom: status === 'on_hold' ? order.heldFrom : status };
}

function moveTo(order: Order, status: OrderStatus): Order {
  if (status !== 'on_hold') return { ...order, status, heldFrom: null };
  const heldFrom = order.status === 'on_hold' ? order.heldFrom : order.status;
  return { ...order, status, heldFrom };
}

/** An event that changes nothing about the wait leaves its deadline; a deadline that was raised is not raised again. */
function keptDeadline(placed: Order, before: Order, event: OrderEvent): Date | null {
  // The verifier is at work: the buyer has done their part, so the wait may last as long as the hold does.
  if (event.kind === 'identity_processing') return beforeHoldLapses(placed) ?? before.deadlineAt;
  return deadlines[placed.status]?.event === event.kind ? null : before.deadlineAt;
}

function effectsOf(transition: Transition, after: Order): readonly EffectName[] {
  if (transition.to !== 'held_from') return transition.effects;
  const step = nextSteps[after.status];
  return step ? [step.effect] : [];
}

async function post(transaction: Transaction, event: OrderEvent, order: Order, after: Order, now: Date): Promise<void> {
  for (const entry of entriesFor(event, order, after)) {
    const postings = entry.reverses
      ? reverse(await newestPostings(transaction, order.id, entry.reverses))
      : entry.postings;
    const key = `${order.orderNo}:${after.eventSequence}:${entry.kind}`;
    await postEntry(transaction, { kind: entry.kind, key, postings }, order.id, now);
  }
}

async function recordUnexpected(
  jobs: JobQueue,
  transaction: Transaction,
  order: Order,
  event: OrderEvent,
  now: Date,
): Promise<Applied> {
  await insertEvent(transaction, order, event, order.status, true, now);
  await updateOrder(transaction, order, nextSteps[order.status]?.retryMs ?? null);
  if (MONEY_FACTS.has(event.kind)) {
    const subject = attemptOf(event);
    const job = { orderId: order.id, subject, cause: `${order.id}:${order.eventSequence}` };
    await jobs.send(transaction, { effect: 'alert_operator', ...job });
    if (subject !== '') await jobs.send(transaction, { effect: 'sync_payment', ...job });
  }
  return { outcome: 'unexpected', order };
}

/** The payment attempt that an event is about: the steps that follow are about the same one. */
function attemptOf({ facts }: OrderEvent): string {
  return 'attemptId' in facts ? facts.attemptId : '';
}
