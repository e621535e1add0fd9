import { randomUUID } from 'node:crypto';
import { amountOf } from '@slipway/money/amount.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { type Database, openDatabase } from '../../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/database/testDatabase.ts';
import { createLog } from '../../platform/log/log.ts';
import type { BankEntry, BankExchange } from '../../providers/bank/bankPort.ts';
import { createIso20022Files } from '../../providers/bank/iso20022/iso20022.ts';
import { fixedScreening } from '../../risk/fixedScreening.testing.ts';
import { exampleOrder } from '../order/orderArbitraries.testing.ts';
import { findOrderById, insertOrder } from '../order/orderStore.ts';
import { quietMachine } from '../order/quietSteps.testing.ts';
import { sweepDeadlines } from '../order/sweep.ts';
import { newTransferReference, printedReference } from '../order/transferReference.ts';
import { allocateReceipts } from '../payment/allocateReceipts.ts';
import { unallocatedEntries } from '../payment/bankEntryStore.ts';
import { collectStatements } from '../payment/importStatement.ts';
import type { PriceBook } from '../quote/priceBook.ts';
import { requestBankRefunds } from './requestBankRefunds.ts';
import { sendBankRefunds } from './sendBankRefunds.ts';
import { settleBankRefunds } from './settleBankRefunds.ts';

let testDatabase: TestDatabase;
let database: Database;
const settings = seededSettings();
const { catalog } = settings;
const EURO = fiatAsset('EUR');
const PAYER = 'NL91ABNA0417164300';

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, { maxConnections: 6 });
});

afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
});

/** The product's side of the bank, with entries that need no file. */
function createBank(mid = '60123.45') {
  let waiting: BankEntry[] = [];
  const sent: { name: string; text: string }[] = [];
  let priced = true;
  const exchange: BankExchange = {
    id: 'test',
    listStatements: async () =>
      waiting.length === 0 ? [] : [{ name: `${randomUUID()}.xml`, bytes: Buffer.from(randomUUID()) }],
    settleStatement: async () => {
      waiting = [];
    },
    sendTransfers: async (name, bytes) => void sent.push({ name, text: Buffer.from(bytes).toString() }),
  };
  const files = createIso20022Files();
  const book = (): PriceBook => ({
    markets: new Map(priced ? [['BTC/EUR', { mid: parseDecimal(mid), trusted: true, observedAt: new Date() }]] : []),
    rates: new Map(),
    networkFees: new Map(),
  });
  const nobody = () => Promise.reject(new Error('a transfer asks nobody outside'));
  const context = {
    database,
    machine: quietMachine,
    catalog,
    prices: book,
    venue: {
      id: 'none',
      getMarketRules: nobody,
      getAsks: nobody,
      execute: nobody,
      getExecution: nobody,
      cancel: nobody,
    },
    screening: fixedScreening(),
    rules: settings.rules,
    riskRules: () => settings.riskRules.filter(({ measure }) => measure === 'payer_name_differs'),
    log: createLog('silent'),
    bankExchange: exchange,
    bankFiles: {
      ...files,
      readStatements: () => ({
        kind: 'ok' as const,
        value: [{ statementId: 's', kind: 'notification' as const, account: 'A', createdAt: '', entries: waiting }],
      }),
    },
    operatorName: 'Operator',
  };
  return {
    sent,
    noPrice: () => {
      priced = false;
    },
    priceAgain: () => {
      priced = true;
    },
    async books(...entries: Partial<BankEntry>[]) {
      waiting = entries.map((entry) => ({
        entryId: randomUUID(),
        account: 'DE75512108001245126199',
        direction: 'credit' as const,
        reversal: false,
        amount: amountOf(EURO, 10_000n),
        bookedOn: '2026-11-21',
        endToEndId: '',
        remittance: '',
        counterparty: { name: 'ANNA WEBER', account: PAYER },
        ...entry,
      }));
      await this.work();
    },
    async work() {
      await collectStatements(context);
      await settleBankRefunds(context);
      await allocateReceipts(context);
      await sendBankRefunds(context);
    },
    refund: (orderId: number) => database.transaction((transaction) => requestBankRefunds(transaction, orderId)),
  };
}

async function bankOrder(some: { readonly euroCents?: bigint } = {}) {
  const buyerId = `buyer_${randomUUID()}`;
  const reference = newTransferReference();
  await database.run(sql`
    insert into buyers (id, email, kyc_level, verifier_reference, created_at)
    values (${buyerId}, ${`${buyerId}@example.com`}, 1, ${buyerId}, slipway_now())`);
  await database.run(sql`
    insert into kyc_profiles (buyer_id, first_name, last_name, birth_date, citizenship, city, purpose, phone, outcome, created_at, updated_at)
    values (${buyerId}, 'Anna', 'Weber', '1990-05-31', 'DE', 'Berlin', 'x', '+4930901820', 'approved', slipway_now(), slipway_now())`);
  const orderNo = randomUUID();
  const orderId = await database.transaction((transaction) =>
    insertOrder(transaction, {
      ...exampleOrder,
      ...some,
      buyerId,
      orderNo,
      quoteId: orderNo,
      payMethod: 'bank_transfer',
      transferReference: reference,
      receive: amountOf(exampleOrder.receive.asset, 1n),
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
  return { orderId, reference: printedReference(reference), order };
}

/** Sums of an order's postings in euro cents, by account. */
async function accounts(orderId: number | null): Promise<Record<string, bigint>> {
  const rows = await database.many<{ account: string; units: bigint }>(sql`
    select account, sum(units) as units from ledger_postings
    where asset = 'iso4217:EUR' and order_id is not distinct from ${orderId} group by account having sum(units) <> 0`);
  return Object.fromEntries(rows.map(({ account, units }) => [account, units / 1_000_000n]));
}

describe('a transfer', () => {
  test('pays its order and is priced when it comes, the fees as they were agreed', async () => {
    const { orderId, reference, order } = await bankOrder();
    await createBank().books({ remittance: `order ${reference}` });
    expect(await order()).toMatchObject({
      status: 'paid',
      exception: 'none',
      received: { units: 10_000n },
      receive: { units: 155_735n },
      price: '60724.6845',
      referencePrice: '60123.45',
    });
    expect(await accounts(orderId)).toEqual({ 'asset:bank': 10_000n, 'liability:buyer': -10_000n });
  });

  test('that is short waits for the rest, and both together pay', async () => {
    const { reference, order } = await bankOrder();
    const bank = createBank();
    await bank.books({ remittance: reference, amount: amountOf(EURO, 6_000n) });
    expect(await order()).toMatchObject({
      status: 'awaiting_payment',
      exception: 'underpaid',
      received: { units: 6_000n },
    });
    await bank.books({ remittance: reference, amount: amountOf(EURO, 4_000n) });
    expect(await order()).toMatchObject({ status: 'paid', exception: 'none', received: { units: 10_000n } });
  });

  test('that is over pays, and the rest goes back to where it came from', async () => {
    const { orderId, reference, order } = await bankOrder();
    const bank = createBank();
    await bank.books({ remittance: reference, amount: amountOf(EURO, 12_500n) });
    expect(await order()).toMatchObject({ status: 'paid', exception: 'overpaid', surplus: { units: 2_500n } });
    await bank.refund(orderId);
    await bank.refund(orderId);
    await bank.work();
    expect(bank.sent).toHaveLength(1);
    expect(bank.sent[0]?.text).toContain(PAYER);
    expect(bank.sent[0]?.text).toContain('>25.00<');
    await bank.books({ direction: 'debit', endToEndId: await refundId(orderId), amount: amountOf(EURO, 2_500n) });
    expect(await order()).toMatchObject({
      status: 'paid',
      refunded: { units: 2_500n },
      surplusReturned: { units: 2_500n },
    });
    expect(await accounts(orderId)).toEqual({ 'asset:bank': 10_000n, 'liability:buyer': -10_000n });
  });

  test('that is late goes back whole', async () => {
    const { orderId, reference, order } = await bankOrder();
    await database.run(sql`update orders set deadline_at = now() - interval '1 minute' where id = ${orderId}`);
    await sweepDeadlines({ database, machine: quietMachine, log: createLog('silent') });
    expect((await order()).status).toBe('expired');
    const bank = createBank();
    await bank.books({ remittance: reference });
    expect(await order()).toMatchObject({ status: 'refunding', exception: 'paid_late' });
    await bank.refund(orderId);
    await bank.work();
    await bank.books({ direction: 'debit', endToEndId: await refundId(orderId) });
    expect((await order()).status).toBe('refunded');
    expect(await accounts(orderId)).toEqual({});
  });

  test('that comes again after the order was paid goes back, and the order goes on', async () => {
    const { orderId, reference, order } = await bankOrder();
    const bank = createBank();
    await bank.books({ remittance: reference });
    await bank.books({ remittance: reference });
    expect(await order()).toMatchObject({ status: 'paid', received: { units: 20_000n }, surplus: { units: 10_000n } });
    expect(await accounts(orderId)).toEqual({
      'asset:bank': 20_000n,
      'liability:buyer': -10_000n,
      'liability:refund': -10_000n,
    });
  });

  test('two short ones of a closed window go back one by one, and only then it is refunded', async () => {
    const { orderId, reference, order } = await bankOrder();
    const bank = createBank();
    await bank.books(
      { remittance: reference, amount: amountOf(EURO, 3_000n) },
      { remittance: reference, amount: amountOf(EURO, 2_000n) },
    );
    await database.run(sql`update orders set deadline_at = now() - interval '1 minute' where id = ${orderId}`);
    await sweepDeadlines({ database, machine: quietMachine, log: createLog('silent') });
    expect((await order()).status).toBe('refunding');
    await bank.refund(orderId);
    await bank.work();
    const ids = await refundIds(orderId);
    expect(ids).toHaveLength(2);
    await bank.books({ direction: 'debit', endToEndId: ids[0] ?? '', amount: amountOf(EURO, 3_000n) });
    expect((await order()).status).toBe('refunding');
    await bank.books({ direction: 'debit', endToEndId: ids[1] ?? '', amount: amountOf(EURO, 2_000n) });
    expect(await order()).toMatchObject({ status: 'refunded', refunded: { units: 5_000n } });
    expect(await accounts(orderId)).toEqual({});
  });

  test('told by two files counts once', async () => {
    const { reference, order } = await bankOrder();
    const bank = createBank();
    const entryId = randomUUID();
    await bank.books({ entryId, remittance: reference, amount: amountOf(EURO, 5_000n) });
    await bank.books({ entryId, remittance: reference, amount: amountOf(EURO, 5_000n) });
    expect((await order()).received.units).toBe(5_000n);
  });

  test('without a price waits, and is priced when there is one', async () => {
    const { reference, order } = await bankOrder();
    const bank = createBank();
    bank.noPrice();
    await bank.books({ remittance: reference });
    expect((await order()).received.units).toBe(0n);
    bank.priceAgain();
    await bank.work();
    expect((await order()).status).toBe('paid');
  });

  test('above the identity amount waits for the document', async () => {
    const { reference, order } = await bankOrder({ euroCents: 70_001n });
    await createBank().books({ remittance: reference });
    expect((await order()).status).toBe('awaiting_identity');
  });

  test("from somebody else's account is held for a look", async () => {
    const { reference, order } = await bankOrder();
    await createBank().books({ remittance: reference, counterparty: { name: 'BEN FISCHER', account: PAYER } });
    expect(await order()).toMatchObject({ status: 'on_hold', reason: 'payer_name', received: { units: 10_000n } });
  });

  test('that a bank took back holds the order', async () => {
    const { reference, order } = await bankOrder();
    const bank = createBank();
    await bank.books({ remittance: reference });
    await bank.books({ direction: 'debit', reversal: true, remittance: reference });
    expect(await order()).toMatchObject({ status: 'on_hold', reason: 'transfer_taken_back' });
  });

  test('a refund that comes back is owed again', async () => {
    const { orderId, reference, order } = await bankOrder();
    const bank = createBank();
    await bank.books({ remittance: reference, amount: amountOf(EURO, 11_000n) });
    await bank.refund(orderId);
    await bank.work();
    const endToEndId = await refundId(orderId);
    await bank.books({ direction: 'debit', endToEndId, amount: amountOf(EURO, 1_000n) });
    await bank.books({ direction: 'credit', reversal: true, endToEndId, amount: amountOf(EURO, 1_000n) });
    expect(await order()).toMatchObject({
      surplus: { units: 1_000n },
      surplusReturned: { units: 0n },
      refunded: { units: 0n },
    });
    expect(await accounts(orderId)).toEqual({
      'asset:bank': 11_000n,
      'liability:buyer': -10_000n,
      'liability:refund': -1_000n,
    });
  });
});

describe('money that belongs to nobody', () => {
  test.each([
    ['no_reference', { remittance: 'thanks for everything' }],
    ['unknown_reference', { remittance: newTransferReference() }],
  ])('%s waits for the operator, on its own account', async (reason, entry) => {
    const entryId = randomUUID();
    await createBank().books({ entryId, ...entry });
    expect(await unallocatedEntries(database, 100)).toContainEqual(expect.objectContaining({ id: entryId, reason }));
    const sums = await accounts(null);
    expect(sums['asset:bank'] ?? 0n).toBe(-(sums['liability:unallocated'] ?? 0n));
    const alert = await database.maybeOne(sql`select 1 from operator_alerts where key = ${`bank:${entryId}`}`);
    expect(alert).toBeDefined();
  });

  test('the wrong currency does too', async () => {
    const { reference, order } = await bankOrder();
    const entryId = randomUUID();
    await createBank().books({ entryId, remittance: reference, amount: amountOf(fiatAsset('CHF'), 10_000n) });
    expect((await order()).received.units).toBe(0n);
    expect(await unallocatedEntries(database, 100)).toContainEqual(
      expect.objectContaining({ id: entryId, reason: 'wrong_currency' }),
    );
  });
});

async function refundIds(orderId: number): Promise<string[]> {
  const rows = await database.many<{ id: string }>(
    sql`select id from refunds where order_id = ${orderId} order by units desc`,
  );
  return rows.map(({ id }) => id);
}

async function refundId(orderId: number): Promise<string> {
  const [id = ''] = await refundIds(orderId);
  return id;
}
