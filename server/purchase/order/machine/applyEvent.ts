import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import { findNewestPostings, postEntry } from '../../../ledger/ledgerStore.ts';
import { reversePostings } from '../../../ledger/posting.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { JobQueue } from '../../../platform/jobs/jobQueue.ts';
import type { Keys } from '../../../platform/secrets.ts';
import { isFulfilledByProvider, type Order } from '../order.ts';
import type { OrderEvent } from '../orderEventKinds.ts';
import { buildEarlyKey, hasEvent, insertEvent } from '../orderEventStore.ts';
import { renewSeal } from '../orderSeal.ts';
import { lockOrder, updateOrder } from '../orderStore.ts';
import { recordPartnerEvent } from '../partner/recordPartnerEvent.ts';
import { buildOrderEntries } from '../postings/orderEntries.ts';
import { type GuardInput, guards } from './guards.ts';
import { computeOrderChanges } from './orderChanges.ts';
import { providerTransitions } from './providerTransitions.ts';
import { computeAuthorizationDeadline, computeReminderTime, findDeadline, findNextStep } from './stateDeadlines.ts';
import { type EffectName, type Transition, transitions } from './transitions.ts';
import { unmatchedEventHandling } from './unmatchedEventHandling.ts';
import { insertWaitingFact, listWaitingFacts, removeWaitingFact } from './waitingFactStore.ts';

/** Dependencies of the order machine: the queue for the jobs of its effects, and the key that seals an order's terms. */
export type OrderMachine = {
  readonly jobs: JobQueue;
  readonly keys: Pick<Keys, 'orderSeal'>;
  /**
   * Set in the api, so that a worker applies waiting facts instead. They concern money, and the api's database role may
   * neither write paid amounts nor post them.
   */
  readonly defersWaitingFacts?: true;
};

/** The job by which a worker applies an order's waiting facts. */
export const APPLY_WAITING_FACTS = 'apply_waiting_facts';

export type EventResult =
  | { readonly outcome: 'applied'; readonly order: Order; readonly effects: readonly EffectName[] }
  /** The same event was recorded before. */
  | { readonly outcome: 'duplicate'; readonly order: Order }
  /** No transition matches: the event is recorded, and handled as {@link unmatchedEventHandling} defines. */
  | { readonly outcome: 'unexpected'; readonly order: Order };

/**
 * Returns the matching transition. There is at most one, since guards of rows with the same state and event exclude each
 * other.
 */
export function findTransition(
  status: OrderStatus,
  { kind, facts }: OrderEvent,
  { order, now }: Pick<GuardInput, 'order' | 'now'>,
): Transition | undefined {
  const table = isFulfilledByProvider(order) ? providerTransitions : transitions;
  // The table's types allow a row only guards whose facts its event carries.
  const input = { order, now, facts } as GuardInput<never>;
  return table.find(
    (row) => row.on === kind && row.from.includes(status) && row.when.every((name) => guards[name](input)),
  );
}

/**
 * Applies an event to an order; only this function and {@link applyWaitingFacts} may change an order's status or money.
 * Locks the order, finds the transition, and writes the status, event, postings, partner webhook and jobs in the caller's
 * transaction. Without a matching transition, it only records the event. Makes no external call. Afterwards it retries facts
 * that arrived too early, or leaves them to a worker (`defersWaitingFacts`).
 */
export async function applyEvent(
  machine: OrderMachine,
  transaction: Transaction,
  orderId: number,
  event: OrderEvent,
): Promise<EventResult> {
  const [{ order, now }, isKnown, waiting] = await Promise.all([
    lockOrder(transaction, orderId),
    hasEvent(transaction, orderId, event.key),
    listWaitingFacts(transaction, orderId),
  ]);
  if (isKnown) return { outcome: 'duplicate', order };
  const found = findApplicableTransition(order, event, now);
  if (!found.transition) return recordUnexpected(machine.jobs, transaction, order, event, now);
  const applied = await applyTransition(machine, transaction, { order, event, now }, found.transition, found.whileHeld);
  if (machine.defersWaitingFacts) await enqueueWaitingFacts(machine, transaction, applied.order, waiting);
  else await retryWaitingFacts(machine, transaction, applied.order, waiting, now);
  return applied;
}

/** Applies the waiting facts of an order that its state now accepts. Idempotent. */
export async function applyWaitingFacts(
  machine: OrderMachine,
  transaction: Transaction,
  orderId: number,
): Promise<void> {
  const [{ order, now }, waiting] = await Promise.all([
    lockOrder(transaction, orderId),
    listWaitingFacts(transaction, orderId),
  ]);
  await retryWaitingFacts(machine, transaction, order, waiting, now);
}

async function enqueueWaitingFacts(
  { jobs }: OrderMachine,
  transaction: Transaction,
  order: Order,
  waiting: readonly OrderEvent[],
): Promise<void> {
  if (waiting.length === 0) return;
  const cause = `${order.id}:${order.eventSequence}`;
  await jobs.send(transaction, { effect: APPLY_WAITING_FACTS, orderId: order.id, subject: '', cause });
}

type EventInput = { readonly order: Order; readonly event: OrderEvent; readonly now: Date };

async function applyTransition(
  { jobs, keys }: OrderMachine,
  transaction: Transaction,
  { order, event, now }: EventInput,
  transition: Transition,
  whileHeld: boolean,
): Promise<EventResult & { readonly outcome: 'applied' }> {
  const numbered = { ...order, eventSequence: order.eventSequence + 1 };
  const after = renewSeal(keys.orderSeal, order, computeNextOrder(numbered, event, transition, whileHeld, now));
  const effects = whileHeld ? [] : listEffects(transition, after);
  const job = { orderId: order.id, subject: getAttempt(event), cause: `${order.id}:${after.eventSequence}` };
  const nextStep = findNextStep(after);
  await Promise.all([
    insertEvent(transaction, numbered, event, after.status, false, now),
    updateOrder(transaction, order, after, nextStep?.retryMs ?? null),
    postEventEntries(transaction, event, order, after, now),
    recordPartnerEvent(transaction, order, after, now),
    ...effects.map((effect) => jobs.send(transaction, { ...job, effect, isRepeated: effect === nextStep?.effect })),
  ]);
  return { outcome: 'applied', order: after, effects };
}

/** Applies waiting facts, oldest first, until none of them has a matching transition. */
async function retryWaitingFacts(
  machine: OrderMachine,
  transaction: Transaction,
  changed: Order,
  waitingFacts: readonly OrderEvent[],
  now: Date,
): Promise<void> {
  let order = changed;
  for (let waiting = waitingFacts; waiting.length > 0; ) {
    const event = waiting.find((fact) => findApplicableTransition(order, fact, now).transition);
    if (!event) return;
    const { transition, whileHeld } = findApplicableTransition(order, event, now);
    if (!transition) return;
    await removeWaitingFact(transaction, order.id, event.key);
    ({ order } = await applyTransition(machine, transaction, { order, event, now }, transition, whileHeld));
    waiting = waiting.filter((fact) => fact !== event);
  }
}

/** Finds the transition of the order's status; during a hold also that of the held state, so that no fact is lost. */
function findApplicableTransition(
  order: Order,
  event: OrderEvent,
  now: Date,
): { transition: Transition | undefined; whileHeld: boolean } {
  const input = { order, now };
  const own = findTransition(order.status, event, input);
  if (own || order.status !== 'on_hold' || !order.heldFrom) return { transition: own, whileHeld: false };
  return { transition: findTransition(order.heldFrom, event, input), whileHeld: true };
}

function computeNextOrder(
  order: Order,
  event: OrderEvent,
  transition: Transition,
  whileHeld: boolean,
  now: Date,
): Order {
  const target = transition.to === 'held_from' ? order.heldFrom : transition.to;
  const status = target === 'same' || target === null ? (whileHeld ? order.heldFrom : order.status) : target;
  const moved = { ...order, ...computeOrderChanges(order, event) };
  const heldAt = status === 'on_hold' ? (transition.heldAt ?? null) : null;
  const placed = whileHeld ? holdAt(moved, heldAt ?? status) : moveTo(moved, status ?? order.status, heldAt);
  if (placed.status === order.status)
    return { ...placed, deadlineAt: computeSameStateDeadline(placed, order, event, now) };
  return { ...placed, deadlineAt: findDeadline(placed)?.at(placed, now) ?? null };
}

function holdAt(order: Order, status: OrderStatus | null): Order {
  return { ...order, status: 'on_hold', heldFrom: status === 'on_hold' ? order.heldFrom : status };
}

function moveTo(order: Order, status: OrderStatus, heldAt: OrderStatus | null): Order {
  if (status !== 'on_hold') return { ...order, status, heldFrom: null };
  const heldFrom = order.status === 'on_hold' ? order.heldFrom : (heldAt ?? order.status);
  return { ...order, status, heldFrom };
}

/** Returns the deadline after an event that does not change the state: unchanged, except in the cases below. */
function computeSameStateDeadline(placed: Order, before: Order, event: OrderEvent, now: Date): Date | null {
  // The buyer has finished the identity check and the verifier has not decided: the order may wait as long as the card's
  // authorization.
  if (event.kind === 'identity_processing') return computeAuthorizationDeadline(placed) ?? before.deadlineAt;
  const deadline = findDeadline(placed);
  // The deadline itself raised the event.
  if (deadline?.event === event.kind) return computeReminderTime(now);
  // The order was paid or voided while it was held: its deadline now raises a different event.
  if (deadline?.event !== findDeadline(before)?.event) return deadline?.at(placed, now) ?? null;
  return before.deadlineAt;
}

function listEffects(transition: Transition, after: Order): readonly EffectName[] {
  if (transition.to !== 'held_from') return transition.effects;
  const step = findNextStep(after);
  return [...transition.effects, ...(step ? [step.effect] : [])];
}

async function postEventEntries(
  transaction: Transaction,
  event: OrderEvent,
  order: Order,
  after: Order,
  now: Date,
): Promise<void> {
  await Promise.all(
    buildOrderEntries(event, order, after).map(async (entry) => {
      const postings = entry.reverses
        ? reversePostings(await findNewestPostings(transaction, order.id, entry.reverses))
        : entry.postings;
      const key = `${order.orderNo}:${after.eventSequence}:${entry.kind}`;
      await postEntry(transaction, { kind: entry.kind, key, postings }, order.id, now);
    }),
  );
}

/** Records an event that has no transition, and handles it as {@link unmatchedEventHandling} defines. */
async function recordUnexpected(
  jobs: JobQueue,
  transaction: Transaction,
  before: Order,
  event: OrderEvent,
  now: Date,
): Promise<EventResult> {
  const isDeadlineEvent = findDeadline(before)?.event === event.kind;
  const order = {
    ...before,
    eventSequence: before.eventSequence + 1,
    deadlineAt: isDeadlineEvent ? computeReminderTime(now) : before.deadlineAt,
  };
  const waits = unmatchedEventHandling[event.kind] === 'waits';
  if (waits) await insertWaitingFact(transaction, order.id, event);
  const recorded = waits ? { ...event, key: buildEarlyKey(event.key) } : event;
  await insertEvent(transaction, order, recorded, order.status, true, now);
  await updateOrder(transaction, before, order, findNextStep(order)?.retryMs ?? null);
  if (waits || isDeadlineEvent || unmatchedEventHandling[event.kind] === 'alerts') {
    const subject = getAttempt(event);
    const job = { orderId: order.id, subject, cause: `${order.id}:${order.eventSequence}` };
    await jobs.send(transaction, { effect: 'alert_operator', ...job });
    if (subject !== '') await jobs.send(transaction, { effect: 'sync_payment', ...job });
  }
  return { outcome: 'unexpected', order };
}

/** Returns the payment attempt of an event, or an empty text; the jobs that follow concern the same attempt. */
function getAttempt({ facts }: OrderEvent): string {
  return 'attemptId' in facts ? facts.attemptId : '';
}
