import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { addPersonMarks } from '../../account/personStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { insertOrder } from './insertOrder.testing.ts';
import { applyEvent } from './machine/applyEvent.ts';
import type { Order } from './order.ts';
import { exampleOrder } from './orderArbitraries.testing.ts';
import type { EventKind, FactsByKind, OrderEvent } from './orderEventKinds.ts';
import { silentOrderMachine } from './silentStepContext.testing.ts';

export type StoredOrder = { readonly id: number; readonly orderNo: string; readonly buyerId: string };

/** Stores a buyer with only an email address, whom the verifier knows by the same id. Returns the id. */
export async function storeBuyer(database: Database, email: string): Promise<string> {
  const id = `buyer_${randomUUID()}`;
  await database.run(sql`
    insert into buyers (id, email, kyc_level, verifier_reference, created_at)
    values (${id}, ${email}, 1, ${id}, slipway_now())`);
  await addPersonMarks(database, id, { email });
  return id;
}

/** Stores a newly created order, of a new buyer by default. */
export async function storeOrder(database: Database, change: Partial<Order> = {}): Promise<StoredOrder> {
  const orderNo = randomUUID();
  const buyerId = change.buyerId ?? (await storeBuyer(database, `${orderNo}@example.com`));
  const id = await database.transaction((transaction) =>
    insertOrder(transaction, {
      ...exampleOrder,
      ...change,
      buyerId,
      orderNo,
      quoteId: orderNo,
      paymentDeadline: new Date(Date.now() + 900_000),
      submissionHash: Buffer.alloc(32),
      guestHash: null,
    }),
  );
  return { id, orderNo, buyerId };
}

/** Returns a function that applies events to a stored order; the test runs the next steps. */
export function createEventApplier(database: Database, orderId: number) {
  return <Kind extends EventKind>(kind: Kind, facts: FactsByKind<Kind>) =>
    database.transaction((transaction) =>
      applyEvent(silentOrderMachine, transaction, orderId, {
        kind,
        key: `${kind}:${randomUUID()}`,
        facts,
      } as OrderEvent),
    );
}
