import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { SWEEP } from '../../platform/jobs/jobQueue.ts';
import type { Log } from '../../platform/log/log.ts';
import { inSpan } from '../../platform/tracing/spans.ts';
import { applyEvent, type OrderMachine } from './applyEvent.ts';
import { type OrderToAttend, overdueOrders, putDeadlineOff, takeOrdersToAttend } from './attendanceStore.ts';
import type { BareKind } from './events.ts';
import { journalOf } from './journalStore.ts';
import { isProvidersOrder, type Order } from './order.ts';
import { findOrderById } from './orderStore.ts';
import { isDeadlinePostponed } from './postponedDeadline.ts';
import {
  deadlineOf,
  type NextStep,
  nextStepOf,
  nextSteps,
  POSTPONED_SECONDS,
  postponingReasons,
  providerNextSteps,
} from './stateClocks.ts';

const BATCH = 50;

const TRIED_AGAIN_AFTER_SECONDS = 60;

const pauses = { own: retryMs(nextSteps), provider: retryMs(providerNextSteps) };

function retryMs(steps: typeof nextSteps): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(steps).map(([status, step]) => [status, step.retryMs]));
}

export type SweepContext = {
  readonly database: Database;
  readonly machine: OrderMachine;
  readonly log: Pick<Log, 'error'>;
};

/** Raises the event of every deadline that has passed. Raising it twice does nothing: the key names the wait. */
export async function sweepDeadlines({ database, machine, log }: SweepContext): Promise<void> {
  for (const { id } of await overdueOrders(database, BATCH)) {
    const order = await findOrderById(database, id);
    const deadline = order && deadlineOf(order);
    if (!order || !deadline) continue;
    try {
      if (await mustWait(database, order)) await putDeadlineOff(database, id, POSTPONED_SECONDS);
      else await raise(database, machine, order, deadline.event);
    } catch (error) {
      log.error({ error, orderNo: order.orderNo, event: deadline.event }, 'a deadline could not be raised');
      await putDeadlineOff(database, id, TRIED_AGAIN_AFTER_SECONDS);
    }
  }
}

/** The journal is read for the few states only in which a reason may put the deadline off. */
async function mustWait(database: Database, order: Order): Promise<boolean> {
  return (
    postponingReasons[order.status] !== undefined && isDeadlinePostponed(order, await journalOf(database, order.id))
  );
}

async function raise(database: Database, machine: OrderMachine, order: Order, kind: BareKind): Promise<void> {
  const key = `${order.status}:${kind}:${order.eventSequence}`;
  const attributes = { 'slipway.order_no': order.orderNo };
  await inSpan({ name: `deadline ${kind}`, parent: ROOT_CONTEXT, attributes }, () =>
    database.transaction((transaction) => applyEvent(machine, transaction, order.id, { kind, key, facts: {} })),
  );
}

/** Sends the present step's job of every order again that has stood still, so that losing the queue loses nothing. */
export async function sweepSteps({ database, machine }: Pick<SweepContext, 'database' | 'machine'>): Promise<void> {
  await database.transaction(async (transaction) => {
    const orders = await takeOrdersToAttend(transaction, pauses, BATCH);
    if (orders.length === 0) return;
    const attributes = { 'slipway.orders': orders.length };
    await inSpan({ name: 'sweep', kind: SpanKind.PRODUCER, parent: ROOT_CONTEXT, attributes }, async () => {
      for (const due of orders) {
        const { id } = due;
        const step = await stepOf(transaction, due);
        if (step) await machine.jobs.send(transaction, { effect: step.effect, orderId: id, subject: '', cause: SWEEP });
      }
    });
  });
}

async function stepOf(
  transaction: Transaction,
  { id, status, offerType }: OrderToAttend,
): Promise<NextStep | undefined> {
  if (isProvidersOrder({ offerType })) return providerNextSteps[status];
  if (status !== 'on_hold') return nextSteps[status];
  const order = await findOrderById(transaction, id);
  return order && nextStepOf(order);
}
