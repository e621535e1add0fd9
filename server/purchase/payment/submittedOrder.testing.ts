import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { createMessageHandler } from '../../app/worker/handleMessage.ts';
import type { Database } from '../../platform/database/database.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { insertInboxMessage } from '../../platform/inbox/inboxStore.ts';
import type { CardAcquirer } from '../../providers/card/cardPort.ts';
import { reserveNothing } from '../../risk/reserveNothing.testing.ts';
import { insertOrder } from '../order/insertOrder.testing.ts';
import { applyEvent } from '../order/machine/applyEvent.ts';
import { exampleOrder } from '../order/orderArbitraries.testing.ts';
import type { EventKind, FactsByKind, OrderEvent } from '../order/orderEventKinds.ts';
import { findOrderById } from '../order/orderStore.ts';
import { silentOrderMachine } from '../order/silentStepContext.testing.ts';
import { runStep } from '../order/stepRunner/runStep.ts';
import { refundPayment } from '../refund/steps/refundPayment.ts';
import { refundSurplus } from '../refund/steps/refundSurplus.ts';
import { syncRefund } from '../refund/steps/syncRefund.ts';
import { insertAttempt } from './attemptStore.ts';
import { createFakeAcquirer } from './fakeAcquirer.testing.ts';
import { authorizePayment } from './steps/authorizePayment.ts';
import { capturePayment } from './steps/capturePayment.ts';
import { createPaymentStepContext } from './steps/paymentStepContext.testing.ts';
import { syncPayment } from './steps/syncPayment.ts';
import { voidPayment } from './steps/voidPayment.ts';

export type SubmittedOrder = Awaited<ReturnType<typeof createSubmittedOrder>>;

/** An acquirer to use instead of the fake one, and the confirmation token of the card. */
export type PaidWith = { readonly card: CardAcquirer; readonly confirmationToken: string };

/** Creates an order whose buyer has pressed Pay, with a separate acquirer, payment steps and messages. */
async function createSubmittedOrder(database: Database, paidWith?: PaidWith) {
  const acquirer = createFakeAcquirer();
  const card = paidWith?.card ?? acquirer.card;
  const context = { ...createPaymentStepContext(database, card), families: new Map([[card.id, 'card']]) };
  const unique = randomUUID();
  const attemptId = `att_${unique}`;
  const paymentId = `pi_${attemptId}`;
  const orderId = await database.transaction(async (transaction) => {
    await transaction.run(sql`
      insert into buyers (id, email, kyc_level, verifier_reference, created_at)
      values (${unique}, ${`${unique}@example.com`}, 1, ${unique}, slipway_now())`);
    const id = await insertOrder(transaction, {
      ...exampleOrder,
      buyerId: unique,
      orderNo: unique,
      quoteId: unique,
      paymentDeadline: new Date(Date.now() + 900_000),
      submissionHash: Buffer.alloc(32),
      guestHash: null,
    });
    await insertAttempt(await reserveNothing(transaction, 'attempt'), {
      id: attemptId,
      orderId: id,
      submissionId: randomUUID(),
      confirmationToken: paidWith?.confirmationToken ?? 'ctoken_1',
      savedCardId: null,
      saveCard: false,
    });
    return id;
  });
  const apply = <Kind extends EventKind>(kind: Kind, facts: FactsByKind<Kind>) =>
    database.transaction((transaction) =>
      applyEvent(silentOrderMachine, transaction, orderId, {
        kind,
        key: `${kind}:${randomUUID()}`,
        facts,
      } as OrderEvent),
    );
  await apply('payment_submitted', { attemptId });
  const order = async () => {
    const found = await findOrderById(database, orderId);
    if (!found) throw new Error('the order is gone');
    return found;
  };
  const handle = createMessageHandler(context as unknown as Parameters<typeof createMessageHandler>[0]);
  return {
    orderId,
    orderNo: unique,
    attemptId,
    paymentId,
    acquirer,
    context,
    apply,
    order,
    status: async () => (await order()).status,
    /** Delivers a webhook of the acquirer once. */
    async receiveEvent(kind: string, subjectId: string) {
      const message = { provider: card.id, eventId: randomUUID(), kind, subjectId, rawBody: Buffer.from('{}') };
      const id = await database.transaction((transaction) => insertInboxMessage(transaction, message));
      await handle(String(id));
    },
    /** Returns the balances of the order's accounts in euro cents; zero balances are left out. */
    async books(): Promise<Record<string, bigint>> {
      const sums = await database.many<{ account: string; units: bigint }>(sql`
        select account, div(sum(units), 1000000) as units from ledger_postings
        where order_id = ${orderId} and asset = 'iso4217:EUR' group by account having sum(units) <> 0 order by account`);
      return Object.fromEntries(sums.map(({ account, units }) => [account, units]));
    },
    payment: {
      authorize: () => runStep(context, authorizePayment, { orderId, subject: '' }),
      sync: () => runStep(context, syncPayment, { orderId, subject: attemptId }),
      capture: () => runStep(context, capturePayment, { orderId, subject: '' }),
      void: () => runStep(context, voidPayment, { orderId, subject: '' }),
    },
    refund: {
      submit: () => runStep(context, refundPayment, { orderId, subject: '' }),
      sync: () => runStep(context, syncRefund, { orderId, subject: '' }),
      surplus: () => runStep(context, refundSurplus, { orderId, subject: '' }),
    },
  };
}

/** Opens a database with orders whose buyers have pressed Pay. Call once, at the top of a test file. */
export async function openSubmittedOrders() {
  const { database } = await openOwnDatabase();
  const submittedOrder = (paidWith?: PaidWith) => createSubmittedOrder(database, paidWith);
  async function paidOrder(paidWith?: PaidWith) {
    const order = await submittedOrder(paidWith);
    await order.payment.authorize();
    await order.payment.capture();
    return order;
  }
  return {
    database,
    submittedOrder,
    /** Creates an order whose payment was captured, and for which nothing was bought yet. */
    paidOrder,
    /** Creates an order that was given up after the capture. */
    async refundingOrder() {
      const order = await paidOrder();
      await order.apply('conversion_failed', { reason: 'market_closed' });
      return order;
    },
  };
}
