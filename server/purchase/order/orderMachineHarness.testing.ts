import { randomUUID } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import type { EffectJob } from '../../platform/jobs/jobQueue.ts';
import { insertOrder } from './insertOrder.testing.ts';
import { applyEvent, type EventResult, type OrderMachine } from './machine/applyEvent.ts';
import type { Order } from './order.ts';
import { exampleFill, exampleOrder } from './orderArbitraries.testing.ts';
import type { Assessment, EventKind, FactsByKind, OrderEvent } from './orderEventKinds.ts';
import { findOrderById } from './orderStore.ts';
import { silentOrderMachine } from './silentStepContext.testing.ts';

export const clear = { risk: 'clear', identity: 'accepted' } as const;
export const payment = { attemptId: 'att_1', paymentId: 'pi_1' };
export const payout = { payoutId: 'pay_1', transactionId: 'tx_1' };
export const captured = { ...payment, units: 10_000n, acquirerFeeUnits: null };

export function createAuthorizedFacts(assessment: Assessment): FactsByKind<'payment_authorized'> {
  return { ...payment, units: 10_000n, captureBefore: null, assessment };
}

/** One step of a path: the event without its key, and the resulting state. */
export type PathStep = readonly [event: (key: string) => OrderEvent, status: Order['status']];

function createPathStep<Kind extends EventKind>(
  kind: Kind,
  facts: FactsByKind<Kind>,
  status: Order['status'],
): PathStep {
  return [(key) => ({ kind, key, facts }) as OrderEvent, status];
}

/** The path from the press of Pay to the delivery: the example of docs/money.md, The ledger. */
export const happyPath: readonly PathStep[] = [
  createPathStep('payment_submitted', { attemptId: 'att_1' }, 'authorizing'),
  createPathStep('payment_authorized', createAuthorizedFacts(clear), 'capturing'),
  createPathStep('payment_captured', { ...captured, acquirerFeeUnits: 175n }, 'paid'),
  createPathStep('conversion_started', {}, 'converting'),
  createPathStep('conversion_filled', { fill: exampleFill }, 'converted'),
  createPathStep('payout_submitted', payout, 'delivering'),
  createPathStep(
    'payout_confirmed',
    { ...payout, networkFee: { asset: exampleOrder.receive.asset.id, decimals: 8, units: 1_500n } },
    'delivered',
  ),
];

/** The order machine on its own database, driven by the test. */
export type OrderMachineHarness = {
  readonly database: Database;
  /** The jobs that were enqueued since the last order was created. */
  readonly sentJobs: EffectJob[];
  newOrder(overrides?: Partial<Order>): Promise<number>;
  apply(orderId: number, event: OrderEvent): Promise<EventResult>;
  send<Kind extends EventKind>(
    orderId: number,
    kind: Kind,
    facts: FactsByKind<Kind>,
    key?: string,
  ): Promise<EventResult>;
  applySteps(orderId: number, steps: readonly PathStep[]): Promise<void>;
  readOrder(orderId: number): Promise<Order>;
};

/** Call once, at the top of a test file. */
export async function openOrderMachineHarness(): Promise<OrderMachineHarness> {
  const { database } = await openOwnDatabase();
  const sentJobs: EffectJob[] = [];
  const machine: OrderMachine = {
    ...silentOrderMachine,
    jobs: {
      async send(_transaction, job) {
        sentJobs.push(job);
      },
    },
  };

  const apply = (orderId: number, event: OrderEvent) =>
    database.transaction((transaction) => applyEvent(machine, transaction, orderId, event));
  return {
    database,
    sentJobs,
    async newOrder(overrides = {}) {
      sentJobs.length = 0;
      const unique = randomUUID();
      const paymentDeadline = new Date(Date.now() + 15 * 60_000);
      return database.transaction((transaction) =>
        insertOrder(transaction, {
          ...exampleOrder,
          ...overrides,
          buyerId: null,
          orderNo: unique,
          quoteId: unique,
          paymentDeadline,
          submissionHash: Buffer.alloc(32),
          guestHash: null,
        }),
      );
    },
    apply,
    send: (orderId, kind, facts, key = `${kind}:${randomUUID()}`) => apply(orderId, { kind, key, facts } as OrderEvent),
    async applySteps(orderId, steps) {
      for (const [event] of steps) await apply(orderId, event(randomUUID()));
    },
    async readOrder(orderId) {
      const order = await findOrderById(database, orderId);
      if (!order) throw new Error(`there is no order with id ${orderId}`);
      return order;
    },
  };
}
