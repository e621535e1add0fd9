import type { Database } from '../../platform/database/database.ts';
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
    await database.transaction((transaction) =>
      applyEvent(machine, transaction, id, {
        kind: deadline.event,
        key: `${order.status}:${deadline.event}:${order.eventSequence}`,
        facts: {},
      }),
    );
  }
}

/** Sends the present step's job of every order again that has stood still, so that losing the queue loses nothing. */
export async function sweepSteps(database: Database, machine: OrderMachine): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const { id, status } of await takeOrdersToAttend(transaction, retryMs, BATCH)) {
      const step = nextSteps[status as keyof typeof nextSteps];
      if (step) await machine.jobs.send(transaction, { effect: step.effect, orderId: id, subject: '', cause: 'sweep' });
    }
  });
}
