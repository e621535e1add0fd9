import { createHash } from 'node:crypto';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { buyerRecord, linkedBuyers, looksAtBuyer, requestsAboutBuyer } from '../../console/buyers/buyersStore.ts';
import { accountBalances, balances } from '../../ledger/ledgerStore.ts';
import { proveSums } from '../../ledger/sumProofStore.ts';
import { sendQueuedMail } from '../../notification/mailOutboxStore.ts';
import { ordersToStop, readStanding } from '../../operator/buyer/buyerStandingStore.ts';
import { dueWarnings, listWaiting } from '../../operator/clocks/waitingStore.ts';
import { listOrders as listForOperator } from '../../operator/reportStore.ts';
import { showOrders } from '../../operator/show/showCommand.ts';
import { eventsAfter } from '../../partner/api/eventFeedStore.ts';
import { duePartners, nextEvent } from '../../partner/laneStore.ts';
import { numberPartnerEvents } from '../../partner/partnerEventStore.ts';
import { keys } from '../../partner/testPartner.testing.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/handlers.ts';
import { unhandledMessages } from '../../platform/inbox/inboxStore.ts';
import { createLog } from '../../platform/log/log.ts';
import { payoutsOfBatch } from '../../purchase/delivery/payoutStore.ts';
import { formsOf, isOurTransaction } from '../../purchase/delivery/payoutVariantStore.ts';
import { readPresentation } from '../../purchase/delivery/readPresentation.ts';
import { claimedSoFar, isBuiltOn } from '../../purchase/delivery/treasuryClaimStore.ts';
import { lockWaitingOrders } from '../../purchase/delivery/waitingOrderStore.ts';
import { readOwnTimes } from '../../purchase/offer/ownTimesStore.ts';
import { overdueOrders, takeOrdersToAttend } from '../../purchase/order/attendanceStore.ts';
import { type OrderCallsContext, orderCalls } from '../../purchase/order/calls.ts';
import { exampleOrder } from '../../purchase/order/orderArbitraries.testing.ts';
import { listOrders } from '../../purchase/order/orderStore.ts';
import { findPartnerOrder, listPartnerOrders } from '../../purchase/order/partnerOrderStore.ts';
import { openNeeds } from '../../purchase/quote/treasuryFundsStore.ts';
import { paidEuroCents, readVelocity } from '../../risk/riskStore.ts';
import { openOrdersToScreen } from '../../risk/screeningStore.ts';
import { countOrders } from '../gaugeStore.ts';
import { consoleReads } from './consoleReads.testing.ts';
import { NETWORK, TREASURY } from './deliveredOrder.testing.ts';
import type { Filled } from './filledDatabase.testing.ts';
import { orderCreation } from './orderCreation.testing.ts';
import { placeReads } from './placeReads.testing.ts';

/** What the product reads again and again. */
export type Read = {
  readonly name: string;
  /** Adds up every line that there is: a change of a line behind the ledger's back is seen by that. */
  readonly readsAll?: true;
  /** For the order with this number. */
  readonly run: (number: number) => Promise<unknown>;
};

const BATCH = 50;
const IDENTITY_DAYS = 30;
const treasury = { network: NETWORK, treasuryAddress: TREASURY, worstFee: () => 0n };

export function productReads(database: Database, filled: Filled): readonly Read[] {
  const detail = orderDetailOf(database);
  const create = orderCreation(database);
  const never = async () => ({ kind: 'ok' as const, value: undefined });
  return [
    {
      name: "an order's page (`orderDetail`)",
      run: (number) => detail({ orderNo: filled.orderNo(number) }, callerOf(filled.buyerId(number))),
    },
    {
      name: 'order creation (`coinOrder`)',
      run: (number) => create(`86.${number % 200}.${number % 250}.${Math.floor(Math.random() * 250)}`),
    },
    {
      name: "a buyer's list of orders (`recordList`)",
      run: (number) => listOrders(database, filled.buyerId(number), { page: 1, pageSize: 20 }),
    },
    {
      name: 'risk: counters of a buyer, a card, an address and a network',
      run: (number) => readCounters(database, filled, number),
    },
    {
      name: 'risk: what a person has paid without a document',
      run: (number) => paidEuroCents(database, filled.buyerId(number), 0, IDENTITY_DAYS),
    },
    { name: '`operate show` of an order', run: (number) => showOrders(database, filled.orderNo(number)) },
    { name: '`operate show` of a transaction', run: (number) => showOrders(database, `tx_b${number}`) },
    { name: '`operate list orders`', run: () => listForOperator(database, undefined, 200) },
    { name: '`operate list waits`', run: () => listWaiting(database, 200) },
    { name: 'sweep: deadlines', run: () => overdueOrders(database, BATCH) },
    {
      name: 'sweep: steps',
      run: () => undone(database, (transaction) => takeOrdersToAttend(transaction, { own: {}, provider: {} }, BATCH)),
    },
    { name: 'sweep: clocks', run: () => dueWarnings(database, BATCH) },
    { name: 'sweep: webhook inbox', run: () => unhandledMessages(database, 30, BATCH) },
    {
      name: 'sweep: events to partners',
      run: async (number) => {
        await duePartners(database);
        await numberPartnerEvents(database);
        const lane = { lane: filled.orderNo(number), partnerId: 'shop', lease: 'none' };
        await database.transaction((transaction) => nextEvent(transaction, lane));
      },
    },
    {
      name: "a partner's server: an order, its orders, its events",
      run: async (number) => {
        await findPartnerOrder(database, 'shop', filled.orderNo(number));
        await listPartnerOrders(database, 'shop', { before: number, reference: undefined, limit: BATCH });
        await listPartnerOrders(database, 'shop', { before: undefined, reference: 'cart 17', limit: 1 });
        await eventsAfter(database, 'shop', `evt_b${number}`, BATCH);
        await eventsAfter(database, 'shop', undefined, BATCH);
      },
    },
    {
      name: 'sweep: mail',
      run: () => sendQueuedMail({ database, mail: { id: 'none', send: never }, keys, log: createLog('silent') }),
    },
    { name: 'sweep: lists of names and addresses', run: () => openOrdersToScreen(database) },
    { name: "a treasury's needs", run: () => openNeeds(database) },
    {
      name: "a treasury's claims, its spent outpoints among them",
      run: () => database.transaction((transaction) => claimedSoFar(transaction, treasury)),
    },
    {
      name: 'who is paid with an order, and leaves in one transaction with it',
      run: async (number) => {
        await payoutsOfBatch(database, `pay_b${number}`);
        await database.transaction((transaction) =>
          lockWaitingOrders(transaction, { id: number, network: 'bitcoin', receive: exampleOrder.receive }, BATCH),
        );
      },
    },
    {
      name: 'whether a payout spends an outpoint',
      run: (number) =>
        database.transaction((transaction) => isBuiltOn(transaction, NETWORK, [`tx_b${number}`, `tx_b${number + 1}`])),
    },
    {
      name: 'whose transaction it is',
      run: async (number) => {
        await isOurTransaction(database, `tx_b${number}`);
        await formsOf(database, NETWORK, { held: [`tx_b${number}:0`] });
      },
    },
    {
      name: 'how long the last orders took',
      run: () => readOwnTimes(database, [exampleOrder.network]),
    },
    { name: "the ledger's balances", run: () => balances(database) },
    { name: 'what an account of the ledger holds', run: () => accountBalances(database, 'asset:wallet') },
    ...consoleReads(database, filled),
    {
      name: "the console's page of a buyer, and what a block would stop",
      run: async (number) => {
        const buyerId = filled.buyerId(number);
        await buyerRecord(database, buyerId);
        await readStanding(database, buyerId);
        await ordersToStop(database, buyerId);
        await linkedBuyers(database, buyerId);
        await requestsAboutBuyer(database, buyerId);
        await looksAtBuyer(database, buyerId);
      },
    },
    ...placeReads(database),
    { name: 'the proof of the sums, each hour', readsAll: true, run: () => proveSums(database) },
    { name: 'metrics: orders by state', run: () => countOrders(database) },
  ];
}

const UNDONE = new Error('undone');

/** What a write takes away is there again the next time. */
async function undone(
  database: Database,
  work: (transaction: Transaction) => Promise<readonly unknown[]>,
): Promise<void> {
  const done = database.transaction(async (transaction) => {
    if ((await work(transaction)).length !== BATCH) throw new Error(`it has not found ${BATCH} orders`);
    throw UNDONE;
  });
  await done.catch((error: unknown) => {
    if (error !== UNDONE) throw error;
  });
}

function orderDetailOf(database: Database) {
  const { catalog } = seededSettings();
  const context = {
    database,
    catalog,
    readPresentation: (order) =>
      readPresentation(
        {
          database,
          catalog,
          chains: new Map(),
          explorerUrl: undefined,
          offerProviders: new Map(),
          partners: () => new Map(),
          operatorName: 'Slipway',
          publicUrl: 'https://buy.example',
        },
        order,
      ),
  } satisfies Partial<OrderCallsContext>;
  // Reading asks for nothing else.
  return orderCalls(context as unknown as OrderCallsContext).orderDetail;
}

function md5(number: number): string {
  return createHash('md5').update(String(number)).digest('hex');
}

/** As they are asked when the order is paid. */
async function readCounters(database: Database, filled: Filled, number: number): Promise<void> {
  const judged = {
    orderId: null,
    buyerId: filled.buyerId(number),
    euroCents: 10_000n,
    cardFingerprint: md5(number),
    stage: 'payment',
  } as const;
  const subjects = [
    ['buyer', filled.buyerId(number)],
    ['card', md5(number)],
    ['address', `bc1q${md5(number)}`],
    ['ip', `85.${Math.floor(number / 65_536)}.${Math.floor(number / 256) % 256}.${number % 256}`],
  ] as const;
  await Promise.all(subjects.map(([subject, value]) => readVelocity(database, subject, value, judged)));
}

function callerOf(buyerId: string): Caller {
  return { session: { buyerId } } as unknown as Caller;
}
