import { createHash } from 'node:crypto';
import { findOrdersToHold, readBuyerState } from '../account/actions/buyerStateStore.ts';
import { countOrdersByStatus } from '../app/gauges/gaugeStore.ts';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import {
  findBuyerRecord,
  findLinkedBuyers,
  listBuyerRequests,
  listDataAccesses,
} from '../console/buyers/buyersStore.ts';
import { readAccountBalances, readLedgerBalances } from '../ledger/ledgerStore.ts';
import { proveSums } from '../ledger/sumProofStore.ts';
import { sendQueuedMail } from '../notification/mailOutboxStore.ts';
import { listOrders as listForOperator } from '../operator/commandLine/lists.ts';
import { findDueWarnings, listPendingWork } from '../operator/deadlines/pendingWorkStore.ts';
import { showOrders } from '../operator/show/showCommand.ts';
import { listEventsAfter } from '../partner/api/eventFeedStore.ts';
import { findNextEvent, listDuePartners } from '../partner/eventSequenceStore.ts';
import { assignEventPositions } from '../partner/partnerEventStore.ts';
import { testKeys } from '../partner/testPartner.testing.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/handlers.ts';
import { listUnhandledMessages } from '../platform/inbox/inboxStore.ts';
import { createLog } from '../platform/log/log.ts';
import { loadOrderPresentation } from '../purchase/delivery/loadOrderPresentation.ts';
import { isOurTransaction, listParentForms } from '../purchase/delivery/payoutFormStore.ts';
import { listBatchPayouts } from '../purchase/delivery/payoutStore.ts';
import { lockOrdersAwaitingPayout } from '../purchase/delivery/preparation/waitingOrderStore.ts';
import { isSpentByLivePayout, listTreasuryClaims } from '../purchase/delivery/treasuryClaimStore.ts';
import { listOwnDeliveryTimes } from '../purchase/offer/ownDeliveryTimeStore.ts';
import { createProviderRecords } from '../purchase/offer/providerRecords.ts';
import { exampleOrder } from '../purchase/order/orderArbitraries.testing.ts';
import { type OrderCallsContext, orderCalls } from '../purchase/order/orderCalls.ts';
import { listOrders } from '../purchase/order/orderStore.ts';
import { findPartnerOrder, listPartnerOrderIds } from '../purchase/order/partner/partnerOrderStore.ts';
import { listOverdueOrders, takeDueOrders } from '../purchase/order/sweeps/dueOrderStore.ts';
import { listOpenNeeds } from '../purchase/quote/treasuryFundsStore.ts';
import { readVelocity, sumPaidEuroCents } from '../risk/riskStore.ts';
import { listOpenOrdersToScreen } from '../risk/screeningStore.ts';
import { createConsoleReads } from './consoleReads.testing.ts';
import { NETWORK, TREASURY } from './deliveredOrder.testing.ts';
import type { FilledDatabase } from './filledDatabase.testing.ts';
import { createOrderCreator } from './orderCreation.testing.ts';
import { createReconciliationReads } from './placeReads.testing.ts';

/** A frequent read of the product. */
export type Read = {
  readonly name: string;
  /** Set if the read must read every line, to detect changes made outside the ledger. */
  readonly readsAll?: true;
  /** Runs the read for the order with this number. */
  readonly run: (number: number) => Promise<unknown>;
};

const BATCH = 50;
const IDENTITY_DAYS = 30;
const treasury = { network: NETWORK, treasuryAddress: TREASURY, worstFee: () => 0n };

export function createProductReads(database: Database, filled: FilledDatabase): readonly Read[] {
  const detail = createOrderDetail(database);
  const create = createOrderCreator(database);
  const never = async () => ({ kind: 'ok' as const, value: undefined });
  return [
    {
      name: 'the page of an order (`orderDetail`)',
      run: (number) => detail({ orderNo: filled.orderNo(number) }, createCaller(filled.buyerId(number))),
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
      name: 'risk: counters of a buyer, a card, a wallet address and an IP address',
      run: (number) => readCounters(database, filled, number),
    },
    {
      name: 'risk: amount that a person has paid without a document',
      run: (number) => sumPaidEuroCents(database, filled.buyerId(number), 0, IDENTITY_DAYS),
    },
    { name: '`operate show` of an order', run: (number) => showOrders(database, filled.orderNo(number)) },
    { name: '`operate show` of a transaction', run: (number) => showOrders(database, `tx_b${number}`) },
    { name: '`operate list orders`', run: () => listForOperator(database) },
    { name: '`operate list waits`', run: () => listPendingWork(database, 200) },
    { name: 'sweep: orders with a passed deadline', run: () => listOverdueOrders(database, BATCH) },
    {
      name: 'sweep: orders with a due step',
      run: () => runRolledBack(database, (transaction) => takeDueOrders(transaction, { own: {}, provider: {} }, BATCH)),
    },
    { name: 'sweep: due warnings about deadlines', run: () => findDueWarnings(database, BATCH) },
    { name: 'sweep: unhandled webhooks of vendors', run: () => listUnhandledMessages(database, 30, BATCH) },
    {
      name: 'sweep: next event for a partner',
      run: async (number) => {
        await listDuePartners(database);
        await assignEventPositions(database);
        const lane = { lane: filled.orderNo(number), partnerId: 'shop', lease: 'none' };
        await database.transaction((transaction) => findNextEvent(transaction, lane));
      },
    },
    {
      name: "partner API: an order, the partner's orders and events",
      run: async (number) => {
        await findPartnerOrder(database, 'shop', filled.orderNo(number));
        await listPartnerOrderIds(database, 'shop', { before: number, reference: undefined, limit: BATCH });
        await listPartnerOrderIds(database, 'shop', { before: undefined, reference: 'cart 17', limit: 1 });
        await listEventsAfter(database, 'shop', `evt_b${number}`, BATCH);
        await listEventsAfter(database, 'shop', undefined, BATCH);
      },
    },
    {
      name: 'sweep: queued emails',
      run: () =>
        sendQueuedMail({ database, mail: { id: 'none', send: never }, keys: testKeys, log: createLog('silent') }),
    },
    { name: 'sweep: open orders to screen', run: () => listOpenOrdersToScreen(database) },
    { name: 'treasury: amounts that open orders need', run: () => listOpenNeeds(database) },
    {
      name: 'treasury: all claims of a paying address',
      run: () => database.transaction((transaction) => listTreasuryClaims(transaction, treasury)),
    },
    {
      name: 'orders in the same payout batch',
      run: async (number) => {
        await listBatchPayouts(database, `pay_b${number}`);
        await database.transaction((transaction) =>
          lockOrdersAwaitingPayout(
            transaction,
            { id: number, network: 'bitcoin', receive: exampleOrder.receive },
            BATCH,
          ),
        );
      },
    },
    {
      name: 'check whether a payout spends an output of a transaction',
      run: (number) =>
        database.transaction((transaction) =>
          isSpentByLivePayout(transaction, NETWORK, [`tx_b${number}`, `tx_b${number + 1}`]),
        ),
    },
    {
      name: 'find the payout of a transaction',
      run: async (number) => {
        await isOurTransaction(database, `tx_b${number}`);
        await listParentForms(database, NETWORK, { held: [`tx_b${number}:0`] });
      },
    },
    {
      name: 'delivery times of the last orders',
      run: () => listOwnDeliveryTimes(database, [exampleOrder.network]),
    },
    { name: 'ledger: all balances', run: () => readLedgerBalances(database) },
    { name: 'ledger: balances of one account', run: () => readAccountBalances(database, 'asset:wallet') },
    ...createConsoleReads(database, filled),
    {
      name: "console: a buyer's page, with the orders that a block would hold",
      run: async (number) => {
        const buyerId = filled.buyerId(number);
        await findBuyerRecord(database, buyerId);
        await readBuyerState(database, buyerId);
        await findOrdersToHold(database, buyerId);
        await findLinkedBuyers(database, buyerId);
        await listBuyerRequests(database, buyerId);
        await listDataAccesses(database, buyerId);
      },
    },
    ...createReconciliationReads(database),
    { name: 'hourly check of the stored sums', readsAll: true, run: () => proveSums(database) },
    { name: 'metrics: orders by status', run: () => countOrdersByStatus(database) },
  ];
}

const ROLLED_BACK = new Error('undone');

/** Runs work that must return {@link BATCH} rows, and rolls it back, so that they exist again the next time. */
async function runRolledBack(
  database: Database,
  work: (transaction: Transaction) => Promise<readonly unknown[]>,
): Promise<void> {
  const rolledBack = database.transaction(async (transaction) => {
    if ((await work(transaction)).length !== BATCH) throw new Error(`it has not found ${BATCH} orders`);
    throw ROLLED_BACK;
  });
  await rolledBack.catch((error: unknown) => {
    if (error !== ROLLED_BACK) throw error;
  });
}

function createOrderDetail(database: Database) {
  const { catalog } = seededSettings();
  const providerRecords = createProviderRecords(database, catalog);
  const context = {
    database,
    catalog,
    readPresentation: (order) =>
      loadOrderPresentation(
        {
          database,
          catalog,
          chains: new Map(),
          explorerUrl: undefined,
          offerProviders: new Map(),
          providerRecords,
          partners: () => new Map(),
          operatorName: 'Slipway',
          publicUrl: 'https://buy.example',
        },
        order,
      ),
  } satisfies Partial<OrderCallsContext>;
  // Reads need nothing else.
  return orderCalls(context as unknown as OrderCallsContext).orderDetail;
}

function md5(number: number): string {
  return createHash('md5').update(String(number)).digest('hex');
}

/** Reads the counters as for a payment. */
async function readCounters(database: Database, filled: FilledDatabase, number: number): Promise<void> {
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

function createCaller(buyerId: string): Caller {
  return { session: { buyerId } } as unknown as Caller;
}
