import { randomUUID } from 'node:crypto';
import { createAmount } from '@slipway/money/amount.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { saveExampleProfile } from '../../account/details/exampleProfile.testing.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import type { Database } from '../../platform/database/database.ts';
import { createLog } from '../../platform/log/log.ts';
import type { BankEntry, BankExchange, BankFileResult, BankStatement } from '../../providers/bank/bankPort.ts';
import { createIso20022Files } from '../../providers/bank/iso20022/iso20022.ts';
import type { TransferRelease } from '../../providers/bank/transferRelease.ts';
import { createUnverifiedRelease } from '../../providers/bank/unverifiedRelease.testing.ts';
import { ok } from '../../providers/outcome.ts';
import { accountWithoutMovements } from '../../providers/venue/accountWithoutMovements.testing.ts';
import { createFixedScreening } from '../../risk/fixedScreening.testing.ts';
import { insertOrder } from '../order/insertOrder.testing.ts';
import { createTransferReference, formatTransferReference } from '../order/numbers/transferReference.ts';
import { exampleOrder } from '../order/orderArbitraries.testing.ts';
import { findOrderById } from '../order/orderStore.ts';
import { silentOrderMachine } from '../order/silentStepContext.testing.ts';
import { allocateReceipts } from '../payment/receipts/allocateReceipts.ts';
import type { PriceBook } from '../quote/priceBook.ts';
import { collectBankFiles } from './collectBankFiles.ts';
import { requestBankRefunds } from './requestBankRefunds.ts';
import { sendBankRefunds } from './sendBankRefunds.ts';
import { settleBankRefunds } from './settleBankRefunds.ts';

const settings = seededSettings();
export const EURO = fiatAsset('EUR');
export const PAYER_ACCOUNT = 'NL91ABNA0417164300';
/** The operator's account in euros. */
export const OWN_ACCOUNT = 'DE75512108001245126199';

const EMPTY_NOTIFICATION: BankStatement = {
  statementId: 's',
  kind: 'notification',
  account: OWN_ACCOUNT,
  currency: 'EUR',
  sequenceNumber: null,
  pageNumber: null,
  balances: null,
  createdAt: '2026-11-21T12:00:00Z',
  entries: [],
};

/** Builds a booking of a hundred euros from a payer, with the given overrides. */
export function buildBankEntry(overrides: Partial<BankEntry>): BankEntry {
  return {
    entryId: randomUUID(),
    reference: '',
    transactionId: '',
    account: OWN_ACCOUNT,
    direction: 'credit',
    reversal: false,
    returnReason: '',
    amount: createAmount(EURO, 10_000n),
    bookedOn: '2026-11-21',
    endToEndId: '',
    remittance: '',
    furtherText: '',
    batch: null,
    unitemized: 0,
    counterparty: { name: 'ANNA WEBER', account: PAYER_ACCOUNT },
    ...overrides,
  };
}

/** Creates a bank whose statements are given as values instead of files. */
export function createTestBank(database: Database, mid = '60123.45') {
  let waiting: BankStatement[][] = [];
  const rawFiles = new Map<string, string | null>();
  const sent: { name: string; text: string }[] = [];
  const refused: string[] = [];
  const readings = new Map<string, BankStatement[]>();
  let priced = true;
  const exchange: BankExchange = {
    id: 'test',
    listStatements: async () => [
      ...waiting.map((statements) => {
        const name = `${randomUUID()}.xml`;
        readings.set(name, statements);
        return { name, bytes: Buffer.from(name) };
      }),
      ...[...rawFiles].map(([name, content]) => ({
        name,
        bytes: content === null ? null : Buffer.from(content),
      })),
    ],
    settleStatement: async (name, verdict, reason = '') => {
      rawFiles.delete(name);
      waiting = waiting.filter((statements) => statements !== readings.get(name));
      if (verdict === 'refused') refused.push(reason);
    },
    sendTransfers: async (name, bytes) => void sent.push({ name, text: Buffer.from(bytes).toString() }),
    readSent: async () => [],
  };
  const files = createIso20022Files();
  const book = (): PriceBook => ({
    markets: new Map(priced ? [['BTC/EUR', { mid: parseDecimal(mid), trusted: true, observedAt: new Date() }]] : []),
    rates: new Map(),
    networkFees: new Map(),
    funds: new Map(),
  });
  const failTransfer = () => Promise.reject(new Error('a test of bank transfers must not trade'));
  const noFee = { takerFee: parseDecimal('0'), amountDecimals: 8, priceDecimals: 2 };
  const smallest = { minimumBase: parseDecimal('0.0001'), minimumCost: parseDecimal('1') };
  const transferRelease = createUnverifiedRelease(exchange);
  const context = {
    database,
    machine: silentOrderMachine,
    catalog: settings.catalog,
    prices: book,
    venue: {
      ...accountWithoutMovements,
      id: 'none',
      getMarketRules: async () => ok({ ...noFee, ...smallest }),
      getAsks: async () => ok([{ price: parseDecimal(mid), amount: parseDecimal('1000') }]),
      execute: failTransfer,
      getExecution: failTransfer,
      cancel: failTransfer,
      readStatement: failTransfer,
    },
    screening: createFixedScreening(),
    rules: settings.rules,
    riskRules: () => settings.riskRules.filter(({ measure }) => measure === 'payer_name_differs'),
    log: createLog('silent'),
    bankExchange: exchange,
    transferRelease: transferRelease as TransferRelease,
    bankFiles: {
      ...files,
      async read(bytes: Uint8Array): Promise<BankFileResult> {
        const value = readings.get(Buffer.from(bytes).toString());
        return value ? { kind: 'statements', value } : files.read(bytes);
      },
    },
    operatorName: 'Operator',
  };
  return {
    context,
    sent,
    /** The signer's refusals by refund id, which a test may set. */
    signerRefusals: transferRelease.refuses,
    /** The reasons for which files were refused. */
    refused,
    removePrice: () => {
      priced = false;
    },
    restorePrice: () => {
      priced = true;
    },
    /** Delivers a notification with these bookings, and runs the jobs. */
    async deliverBookings(...entries: Partial<BankEntry>[]) {
      await this.deliver({ entries: entries.map(buildBankEntry) });
    },
    /** Delivers a file for each statement, and runs the jobs. */
    async deliver(...statements: Partial<BankStatement>[]) {
      waiting.push(...statements.map((statement) => [{ ...EMPTY_NOTIFICATION, ...statement }]));
      await this.runJobs();
    },
    /** Delivers a raw file and one for each statement, and runs the jobs. `content`: null for a file that is too large. */
    async deliverFile(content: string | null, statements: readonly Partial<BankStatement>[] = []) {
      waiting.push(...statements.map((statement) => [{ ...EMPTY_NOTIFICATION, ...statement }]));
      rawFiles.set(`${randomUUID()}.xml`, content);
      await this.runJobs();
    },
    /** Returns the raw files that are not processed yet. */
    listUnprocessedFiles: () => [...rawFiles.values()],
    async runJobs() {
      await collectBankFiles(context);
      await settleBankRefunds(context);
      await allocateReceipts(context);
      await sendBankRefunds(context);
    },
    requestRefunds: (orderId: number) =>
      database.transaction((transaction) => requestBankRefunds(transaction, orderId)),
  };
}

export type TestBank = ReturnType<typeof createTestBank>;

/** Creates an order that waits for its transfer. The amount that risk rules count is 1 EUR. */
export async function createTransferOrder(database: Database, overrides: { readonly euroCents?: bigint } = {}) {
  const buyerId = `buyer_${randomUUID()}`;
  const reference = createTransferReference();
  await database.run(sql`
    insert into buyers (id, email, kyc_level, verifier_reference, created_at)
    values (${buyerId}, ${`${buyerId}@example.com`}, 1, ${buyerId}, slipway_now())`);
  await saveExampleProfile(database, buyerId);
  const orderNo = randomUUID();
  const orderId = await database.transaction((transaction) =>
    insertOrder(transaction, {
      ...exampleOrder,
      // All these orders are paid from one account: together they stay below the amount that requires a document.
      euroCents: 100n,
      ...overrides,
      buyerId,
      orderNo,
      quoteId: orderNo,
      payMethod: 'bank_transfer',
      transferReference: reference,
      receive: createAmount(exampleOrder.receive.asset, 1n),
      paymentDeadline: new Date(Date.now() + 259_200_000),
      submissionHash: Buffer.alloc(32),
      guestHash: null,
    }),
  );
  const order = async () => {
    const found = await findOrderById(database, orderId);
    if (!found) throw new Error('the order is gone');
    return found;
  };
  return { orderId, reference: formatTransferReference(reference), order };
}

/** Returns an order's balances in euro cents, by account. */
export async function readOrderBalances(database: Database, orderId: number | null): Promise<Record<string, bigint>> {
  const rows = await database.many<{ account: string; units: bigint }>(sql`
    select account, sum(units) as units from ledger_postings
    where asset = 'iso4217:EUR' and order_id is not distinct from ${orderId} group by account having sum(units) <> 0`);
  return Object.fromEntries(rows.map(({ account, units }) => [account, units / 1_000_000n]));
}

export async function listRefundIds(database: Database, orderId: number): Promise<string[]> {
  const rows = await database.many<{ id: string }>(
    sql`select id from refunds where order_id = ${orderId} order by units desc`,
  );
  return rows.map(({ id }) => id);
}

/** Returns the id of the largest refund. */
export async function findLargestRefundId(database: Database, orderId: number): Promise<string> {
  const [id = ''] = await listRefundIds(database, orderId);
  return id;
}
