import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import type { Rules } from '../../../platform/config/rules.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { SWEEP } from '../../../platform/jobs/jobQueue.ts';
import type { Log } from '../../../platform/log/log.ts';
import { runInSpan } from '../../../platform/tracing/spans.ts';
import { applyEvent, type OrderMachine } from '../machine/applyEvent.ts';
import {
  findDeadline,
  findNextStep,
  nextSteps,
  POSTPONED_SECONDS,
  providerNextSteps,
  type StateStep,
} from '../machine/stateDeadlines.ts';
import { isFulfilledByProvider, type Order } from '../order.ts';
import type { FactlessKind, OrderEvent } from '../orderEventKinds.ts';
import { listOrderEvents } from '../orderEventStore.ts';
import { findOrderById } from '../orderStore.ts';
import { listJournal } from '../stepRunner/journalStore.ts';
import { findStateEntryTime } from '../waits/orderWait.ts';
import { findUnsentDeadlineEvent } from '../waits/unsentDeadline.ts';
import { type DueOrder, listOverdueOrders, postponeDeadline, takeDueOrders } from './dueOrderStore.ts';

const BATCH = 50;

const RETRY_SECONDS = 60;

const retryIntervals = { own: listRetryIntervals(nextSteps), provider: listRetryIntervals(providerNextSteps) };

function listRetryIntervals(steps: typeof nextSteps): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(steps).map(([status, step]) => [status, step.retryMs]));
}

export type SweepContext = {
  readonly database: Database;
  readonly machine: OrderMachine;
  readonly log: Pick<Log, 'error'>;
  readonly rules: SweepRules;
};

type SweepRules = Pick<Rules, 'refundUnsentMs'>;

/**
 * Raises the events of passed deadlines, a batch at a time, and postpones those that do not apply yet or fail. Idempotent:
 * the event's key identifies the wait.
 */
export async function sweepDeadlines({ database, machine, log, rules }: SweepContext): Promise<void> {
  for (const { id } of await listOverdueOrders(database, BATCH)) {
    const order = await findOrderById(database, id);
    const deadline = order && findDeadline(order);
    if (!order || !deadline) continue;
    try {
      const event = await findDeadlineEvent(database, order, deadline.event, rules);
      if (event) await raiseDeadlineEvent(database, machine, order, event);
      else await postponeDeadline(database, id, POSTPONED_SECONDS);
    } catch (error) {
      log.error(
        { error, orderNo: order.orderNo, event: deadline.event },
        'the event of a deadline failed and is tried again later',
      );
      await postponeDeadline(database, id, RETRY_SECONDS);
    }
  }
}

type DeadlineEvent = Pick<OrderEvent, 'kind' | 'facts'>;

/** Returns the event that a deadline raises, or undefined if the deadline is postponed. */
async function findDeadlineEvent(
  database: Database,
  order: Order,
  kind: FactlessKind,
  rules: SweepRules,
): Promise<DeadlineEvent | undefined> {
  if (order.status !== 'converted') return { kind, facts: {} };
  const [journal, events, now] = await Promise.all([
    listJournal(database, order.id),
    listOrderEvents(database, order.id),
    database.now(),
  ]);
  return findUnsentDeadlineEvent({ order, journal, since: findStateEntryTime(order, events), now }, rules);
}

async function raiseDeadlineEvent(
  database: Database,
  machine: OrderMachine,
  order: Order,
  raised: DeadlineEvent,
): Promise<void> {
  const { kind } = raised;
  const event = { ...raised, key: `${order.status}:${kind}:${order.eventSequence}` } as OrderEvent;
  const attributes = { 'slipway.order_no': order.orderNo };
  await runInSpan({ name: `deadline ${kind}`, parent: ROOT_CONTEXT, attributes }, () =>
    database.transaction((transaction) => applyEvent(machine, transaction, order.id, event)),
  );
}

/**
 * Enqueues the current step of idle orders that are due again, a batch at a time, so that orders continue even if the queue
 * is lost.
 */
export async function sweepSteps({ database, machine }: Pick<SweepContext, 'database' | 'machine'>): Promise<void> {
  await database.transaction(async (transaction) => {
    const orders = await takeDueOrders(transaction, retryIntervals, BATCH);
    if (orders.length === 0) return;
    const attributes = { 'slipway.orders': orders.length };
    await runInSpan({ name: 'sweep', kind: SpanKind.PRODUCER, parent: ROOT_CONTEXT, attributes }, async () => {
      for (const due of orders) {
        const { id } = due;
        const step = await findStep(transaction, due);
        if (step) await machine.jobs.send(transaction, { effect: step.effect, orderId: id, subject: '', cause: SWEEP });
      }
    });
  });
}

async function findStep(transaction: Transaction, { id, status, offerType }: DueOrder): Promise<StateStep | undefined> {
  if (isFulfilledByProvider({ offerType })) return providerNextSteps[status];
  if (status !== 'on_hold') return nextSteps[status];
  const order = await findOrderById(transaction, id);
  return order && findNextStep(order);
}
