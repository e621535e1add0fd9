import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import { newestPostings, postEntry } from '../../ledger/ledgerStore.ts';
import { reverse } from '../../ledger/posting.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { JobQueue } from '../../platform/jobs/jobQueue.ts';
import type { Keys } from '../../platform/secrets.ts';
import { changesFrom } from './changes.ts';
import { entriesFor } from './entries.ts';
import type { OrderEvent } from './events.ts';
import { type GuardInput, guards } from './guards.ts';
import { isProvidersOrder, type Order } from './order.ts';
import { earlyKey, hasEvent, insertEvent } from './orderEventStore.ts';
import { resealed } from './orderSeal.ts';
import { lockOrder, updateOrder } from './orderStore.ts';
import { providerTransitions } from './providerTransitions.ts';
import { beforeHoldLapses, deadlineOf, nextStepOf, reminderAt } from './stateClocks.ts';
import { tellPartner } from './tellPartner.ts';
import { type EffectName, type Transition, transitions } from './transitions.ts';
import { unmoved } from './unmoved.ts';
import { insertWaitingFact, removeWaitingFact, waitingFacts } from './waitingFactStore.ts';

/** What the machine stands on: the queue to which it sends the steps that follow, and the key that seals what an order promises. */
export type OrderMachine = {
  readonly jobs: JobQueue;
  readonly keys: Pick<Keys, 'orderSeal'>;
  /**
   * Of the api, whose role in the database may neither write what was paid nor post it: facts that were kept are left to a
   * worker, since they are about money.
   */
  readonly leavesKeptFacts?: true;
};

/** The job by which a worker offers an order the facts that were kept for it. */
export const OFFER_KEPT_FACTS = 'offer_kept_facts';

export type Applied =
  | { readonly outcome: 'applied'; readonly order: Order; readonly effects: readonly EffectName[] }
  /** The same fact was applied before. */
  | { readonly outcome: 'duplicate'; readonly order: Order }
  /** No row for it: recorded, kept and told to the operator as {@link unmoved} says. */
  | { readonly outcome: 'unexpected'; readonly order: Order };

/** The row that fits; rows alike exclude each other by their guards, so there is one at most. */
export function findTransition(
  status: OrderStatus,
  { kind, facts }: OrderEvent,
  { order, now }: Pick<GuardInput, 'order' | 'now'>,
): Transition | undefined {
  const table = isProvidersOrder(order) ? providerTransitions : transitions;
  // The table's type lets a row name only guards whose facts its event carries.
  const input = { order, now, facts } as GuardInput<never>;
  return table.find(
    (row) => row.on === kind && row.from.includes(status) && row.when.every((name) => guards[name](input)),
  );
}

/**
 * The only door through which an order changes: locks it, finds the row, writes the status, the event, the postings, what
 * the partner is told and the jobs of the effects, all in the caller's transaction. No call to the outside happens here. Facts that came too early
 * are offered again afterwards.
 */
export async function applyEvent(
  machine: OrderMachine,
  transaction: Transaction,
  orderId: number,
  event: OrderEvent,
): Promise<Applied> {
  const [{ order, now }, isKnown, waiting] = await Promise.all([
    lockOrder(transaction, orderId),
    hasEvent(transaction, orderId, event.key),
    waitingFacts(transaction, orderId),
  ]);
  if (isKnown) return { outcome: 'duplicate', order };
  const found = rowFor(order, event, now);
  if (!found.transition) return recordUnexpected(machine.jobs, transaction, order, event, now);
  const applied = await takeRow(machine, transaction, { order, event, now }, found.transition, found.whileHeld);
  if (machine.leavesKeptFacts) await leaveWaiting(machine, transaction, applied.order, waiting);
  else await offerWaiting(machine, transaction, applied.order, waiting, now);
  return applied;
}

/** Offers an order the facts that were kept for it. Doing it twice does no harm. */
export async function offerKeptFacts(machine: OrderMachine, transaction: Transaction, orderId: number): Promise<void> {
  const [{ order, now }, waiting] = await Promise.all([
    lockOrder(transaction, orderId),
    waitingFacts(transaction, orderId),
  ]);
  await offerWaiting(machine, transaction, order, waiting, now);
}

async function leaveWaiting(
  { jobs }: OrderMachine,
  transaction: Transaction,
  order: Order,
  waiting: readonly OrderEvent[],
): Promise<void> {
  if (waiting.length === 0) return;
  const cause = `${order.id}:${order.eventSequence}`;
  await jobs.send(transaction, { effect: OFFER_KEPT_FACTS, orderId: order.id, subject: '', cause });
}

type Told = { readonly order: Order; readonly event: OrderEvent; readonly now: Date };

async function takeRow(
  { jobs, keys }: OrderMachine,
  transaction: Transaction,
  { order, event, now }: Told,
  transition: Transition,
  whileHeld: boolean,
): Promise<Applied & { readonly outcome: 'applied' }> {
  const numbered = { ...order, eventSequence: order.eventSequence + 1 };
  const after = resealed(keys.orderSeal, order, nextOrder(numbered, event, transition, whileHeld, now));
  const effects = whileHeld ? [] : effectsOf(transition, after);
  const job = { orderId: order.id, subject: attemptOf(event), cause: `${order.id}:${after.eventSequence}` };
  await Promise.all([
    insertEvent(transaction, numbered, event, after.status, false, now),
    updateOrder(transaction, order, after, nextStepOf(after)?.retryMs ?? null),
    post(transaction, event, order, after, now),
    tellPartner(transaction, order, after, now),
    ...effects.map((effect) => jobs.send(transaction, { ...job, effect })),
  ]);
  return { outcome: 'applied', order: after, effects };
}

/** Each fact that the order can take by now is taken, the oldest first, until none of them moves it any more. */
async function offerWaiting(
  machine: OrderMachine,
  transaction: Transaction,
  changed: Order,
  kept: readonly OrderEvent[],
  now: Date,
): Promise<void> {
  let order = changed;
  for (let waiting = kept; waiting.length > 0; ) {
    const event = waiting.find((fact) => rowFor(order, fact, now).transition);
    if (!event) return;
    const { transition, whileHeld } = rowFor(order, event, now);
    if (!transition) return;
    await removeWaitingFact(transaction, order.id, event.key);
    ({ order } = await takeRow(machine, transaction, { order, event, now }, transition, whileHeld));
    waiting = waiting.filter((fact) => fact !== event);
  }
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
  const heldAt = status === 'on_hold' ? (transition.heldAt ?? null) : null;
  const placed = whileHeld ? holdAt(moved, heldAt ?? status) : moveTo(moved, status ?? order.status, heldAt);
  if (placed.status === order.status) return { ...placed, deadlineAt: keptDeadline(placed, order, event, now) };
  return { ...placed, deadlineAt: deadlineOf(placed)?.at(placed, now) ?? null };
}

function holdAt(order: Order, status: OrderStatus | null): Order {
  return { ...order, status: 'on_hold', heldFrom: status === 'on_hold' ? order.heldFrom : status };
}

function moveTo(order: Order, status: OrderStatus, heldAt: OrderStatus | null): Order {
  if (status !== 'on_hold') return { ...order, status, heldFrom: null };
  const heldFrom = order.status === 'on_hold' ? order.heldFrom : (heldAt ?? order.status);
  return { ...order, status, heldFrom };
}

/** An event that changes nothing about the wait leaves its deadline; one that has passed is raised again after a day. */
function keptDeadline(placed: Order, before: Order, event: OrderEvent, now: Date): Date | null {
  // The verifier is at work: the buyer has done their part, so the wait may last as long as the hold does.
  if (event.kind === 'identity_processing') return beforeHoldLapses(placed) ?? before.deadlineAt;
  const deadline = deadlineOf(placed);
  if (deadline?.event === event.kind) return reminderAt(now);
  // Paid or let go while it was held: what its wait leads to is another thing now.
  if (deadline?.event !== deadlineOf(before)?.event) return deadline?.at(placed, now) ?? null;
  return before.deadlineAt;
}

function effectsOf(transition: Transition, after: Order): readonly EffectName[] {
  if (transition.to !== 'held_from') return transition.effects;
  const step = nextStepOf(after);
  return [...transition.effects, ...(step ? [step.effect] : [])];
}

async function post(transaction: Transaction, event: OrderEvent, order: Order, after: Order, now: Date): Promise<void> {
  await Promise.all(
    entriesFor(event, order, after).map(async (entry) => {
      const postings = entry.reverses
        ? reverse(await newestPostings(transaction, order.id, entry.reverses))
        : entry.postings;
      const key = `${order.orderNo}:${after.eventSequence}:${entry.kind}`;
      await postEntry(transaction, { kind: entry.kind, key, postings }, order.id, now);
    }),
  );
}

async function recordUnexpected(
  jobs: JobQueue,
  transaction: Transaction,
  before: Order,
  event: OrderEvent,
  now: Date,
): Promise<Applied> {
  const passed = deadlineOf(before)?.event === event.kind;
  const order = {
    ...before,
    eventSequence: before.eventSequence + 1,
    deadlineAt: passed ? reminderAt(now) : before.deadlineAt,
  };
  const waits = unmoved[event.kind] === 'waits';
  if (waits) await insertWaitingFact(transaction, order.id, event);
  const kept = waits ? { ...event, key: earlyKey(event.key) } : event;
  await insertEvent(transaction, order, kept, order.status, true, now);
  await updateOrder(transaction, before, order, nextStepOf(order)?.retryMs ?? null);
  if (waits || passed || unmoved[event.kind] === 'alerts') {
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
