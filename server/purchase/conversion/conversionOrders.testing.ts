import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { insertOrder } from '../order/insertOrder.testing.ts';
import { applyEvent } from '../order/machine/applyEvent.ts';
import type { Order } from '../order/order.ts';
import { exampleOrder } from '../order/orderArbitraries.testing.ts';
import type { EventKind, FactsByKind, OrderEvent } from '../order/orderEventKinds.ts';
import { findOrderById } from '../order/orderStore.ts';
import { silentOrderMachine, silentStepContext } from '../order/silentStepContext.testing.ts';
import { runStep } from '../order/stepRunner/runStep.ts';
import { emptyPriceBook } from '../quote/priceBook.ts';
import { listConversionParts } from './conversionStore.ts';
import { createFakeVenue } from './fakeVenue.testing.ts';
import { settleDetachedParts } from './settleDetachedParts.ts';
import { executeRemainder } from './steps/executeRemainder.ts';
import { startConversion } from './steps/startConversion.ts';
import { syncConversion } from './steps/syncConversion.ts';

/** Opens a database with orders whose coins are being bought. Call once, at the top of a test file. */
export async function openConversionOrders() {
  const { database } = await openOwnDatabase(8);

  /** Creates an order of 100 euros whose payment was captured, with a separate venue. */
  async function createPaidOrder(overrides: Partial<Order> = {}) {
    const { catalog, rules } = seededSettings();
    const fake = createFakeVenue();
    const orderNo = randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase();
    const orderId = await database.transaction((transaction) =>
      insertOrder(transaction, {
        ...exampleOrder,
        ...overrides,
        buyerId: null,
        orderNo,
        quoteId: orderNo,
        paymentDeadline: new Date(Date.now() + 900_000),
        submissionHash: Buffer.alloc(32),
        guestHash: null,
      }),
    );
    const apply = <Kind extends EventKind>(kind: Kind, facts: FactsByKind<Kind>) =>
      database.transaction((transaction) =>
        applyEvent(silentOrderMachine, transaction, orderId, {
          kind,
          key: `${kind}:${randomUUID()}`,
          facts,
        } as OrderEvent),
      );
    const payment = { attemptId: 'att_1', paymentId: 'pi_1', units: 10_000n };
    await apply('payment_submitted', { attemptId: 'att_1' });
    const assessment = { risk: 'clear', identity: 'accepted' } as const;
    await apply('payment_authorized', { ...payment, captureBefore: null, assessment });
    await apply('payment_captured', { ...payment, acquirerFeeUnits: null });

    const context = { ...silentStepContext, database, catalog, rules, prices: () => emptyPriceBook, venue: fake.venue };
    const job = { orderId, subject: '' };
    const loadOrder = async (): Promise<Order> => {
      const order = await findOrderById(database, orderId);
      if (!order) throw new Error('the order is gone');
      return order;
    };
    const sync = () => runStep(context, syncConversion, job);
    return {
      ...fake,
      context,
      orderId,
      orderNo,
      apply,
      loadOrder,
      status: async () => (await loadOrder()).status,
      parts: () => listConversionParts(database, orderId),
      start: () => runStep(context, startConversion, job),
      sync,
      /** Starts a worker that stalls before it gets the permission to send (`queue`), or after (`wire`), until `resume`. */
      async stall(at: 'queue' | 'wire') {
        const gate = createClosedGate();
        fake.behavior[at] = gate.pass;
        const stalled = sync();
        await gate.reached;
        return {
          /** Delays only this worker, and no other. */
          delayNoOthers() {
            fake.behavior[at] = async () => undefined;
          },
          async resume() {
            gate.open();
            await stalled;
          },
        };
      },
      executeRemainder: () => runStep(context, executeRemainder, job),
      /** Simulates that the holder of a lease has stalled for longer than the lease. */
      endLeases: () =>
        database.run(sql`
          update conversions set claimed_until = clock_timestamp() - interval '1 second'
          where order_id = ${orderId} and claimed_until is not null`),
      /** Runs `settleDetachedParts` for this order now. */
      async settleAll() {
        await database.run(sql`update conversions set ask_at = null where order_id <> ${orderId}`);
        await database.run(sql`
          update conversions set ask_at = clock_timestamp() where order_id = ${orderId} and ask_at is not null`);
        await settleDetachedParts(context);
      },
      alerts: async () =>
        (
          await database.many<{ kind: string }>(
            sql`select kind from operator_alerts where order_id = ${orderId} order by id`,
          )
        ).map(({ kind }) => kind),
      /** Returns an account's ledger balances by asset, in ledger units. */
      async balance(account: string): Promise<Record<string, bigint>> {
        const rows = await database.many<{ asset: string; units: bigint }>(sql`
          select asset, sum(units) as units from ledger_postings
          where order_id = ${orderId} and account = ${account} group by asset having sum(units) <> 0 order by asset`);
        return Object.fromEntries(rows.map(({ asset, units }) => [asset, units]));
      },
    };
  }

  return {
    database,
    createPaidOrder,
    /** Advances the product's clock. */
    advanceClock: (seconds: number) =>
      database.run(sql`update clock set offset_seconds = offset_seconds + ${seconds}::integer`),
  };
}

/** A gate that opens on request. */
function createClosedGate() {
  let open: () => void = () => undefined;
  let arrived: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  return {
    open: () => open(),
    /** Resolves once it has been reached. */
    reached,
    pass: async () => {
      arrived();
      await opened;
    },
  };
}
