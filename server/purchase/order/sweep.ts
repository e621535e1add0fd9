import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import type { Database } from '../../platform/database/database.ts';
import { SWEEP } from '../../platform/jobs/jobQueue.ts';
import { inSpan } from '../../platform/tracing/spans.ts';
import { applyEvent, type OrderMachine } from './applyEvent.ts';
import { overdueOrders, takeOrdersToAttend } from './attendanceStore.ts';
import { findOrderById } from './orderStore.ts';
import { deadlines, nextSteps } from './stateClocks.ts';

const BATCH = 50;

const retryMs: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(nextSteps).map(([status, step]) => [status, step.retryMs]),
);

/** Raises the event of every deadline that has passed. Raising it twice does nothing: the key names the wait. */
export async function sweepDeadlines(database: Database, machine: OrderMachine): Promise<void> {
  for (const { id } of await overdueOrders(database, BATCH)) {
    const order = await findOrderById(database, id);
    const deadline = order && deadlines[order.status];
    if (!order || !deadline) continue;
    const key = `${order.status}:${deadline.event}:${order.eventSequence}`;
    const attributes = { 'slipway.order_no': order.orderNo };
    await inSpan({ name: `deadline ${deadline.event}`, parent: ROOT_CONTEXT, attributes }, () =>
      database.transaction((transaction) =>
        applyEvent(machine, transaction, id, { kind: deadline.event, key, facts: {} }),
      ),
    );
  }
}

/** Sends the present step's job of every order again that has stood still, so that losing the queue loses nothing. */
export async function sweepSteps(database: Database, machine: OrderMachine): Promise<void> {
  await database.transaction(async (transaction) => {
    const due = await takeOrdersToAttend(transaction, retryMs, BATCH);
    if (due.length === 0) return;
    const attributes = { 'slipway.orders': due.length };
    await inSpan({ name: 'sweep', kind: SpanKind.PRODUCER, parent: ROOT_CONTEXT, attributes }, async () => {
      for (const { id, status } of due) {
        const step = nextSteps[status as keyof typeof nextSteps];
        if (step) await machine.jobs.send(transaction, { effect: step.effect, orderId: id, subject: '', cause: SWEEP });
      }
    });
  });
}
