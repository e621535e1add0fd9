import { readFile } from 'node:fs/promises';
import { parseDecimal } from '@slipway/money/decimal.ts';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNameScreening } from '../account/names/nameScreening.ts';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import { createMailWords } from '../notification/mailWords.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createEmptyTestDatabase, type TestDatabase } from '../platform/database/testDatabase.ts';
import type { EffectJob } from '../platform/jobs/jobQueue.ts';
import { readLanguages, SHIPPED_LANGUAGES } from '../platform/languages.ts';
import { createLog } from '../platform/log/log.ts';
import { testPersonalKeys } from '../platform/personal/testPersonalKeys.testing.ts';
import { deriveKeys } from '../platform/secrets.ts';
import { createIso20022Files } from '../providers/bank/iso20022/iso20022.ts';
import { writeLetter } from '../purchase/delivery/orderLetter.ts';
import { applyEvent, findTransition } from '../purchase/order/applyEvent.ts';
import type { OrderEvent } from '../purchase/order/events.ts';
import { sealFormerOrders } from '../purchase/order/formerOrderStore.ts';
import type { Order } from '../purchase/order/order.ts';
import { orderEvents } from '../purchase/order/orderEventStore.ts';
import { findOrderById } from '../purchase/order/orderStore.ts';
import { quietSteps } from '../purchase/order/quietSteps.testing.ts';
import { runStep } from '../purchase/order/runStep.ts';
import { nextSteps } from '../purchase/order/stateClocks.ts';
import { sweepDeadlines } from '../purchase/order/sweep.ts';
import type { PriceBook } from '../purchase/quote/priceBook.ts';
import { settleBankRefunds } from '../purchase/refund/settleBankRefunds.ts';
import { fixedScreening } from '../risk/fixedScreening.testing.ts';
import { createObligingWorld } from './obligingWorld.testing.ts';
import { isStep, orderSteps, type StepsContext } from './steps.ts';

/** Its rows were written by the version that had migrations up to 0009; what they stand for is said in the file. */
const FORMER_ROWS = new URL('../platform/database/fixtures/formerVersion.sql', import.meta.url);
const FORMER_MIGRATIONS = { upTo: 9 };
/** The sandbox's, with which the addresses were bound to their orders. */
const FORMER_SECRET = 'sandbox-slipway-secret-that-protects-nothing';
const FORMER_NOW = '2026-11-30T01:36:33.997Z';
const LATER_SECONDS = 40 * 24 * 60 * 60;
const ENDS: ReadonlySet<Order['status']> = new Set(['delivered', 'refunded', 'cancelled', 'expired', 'failed']);

let testDatabase: TestDatabase;
let database: Database;
let context: StepsContext;
const waiting: EffectJob[] = [];
const keys = deriveKeys(Buffer.from(FORMER_SECRET));
const machine = { jobs: { send: async (_: unknown, job: EffectJob) => void waiting.push(job) }, keys };

beforeAll(async () => {
  testDatabase = await createEmptyTestDatabase();
  await migrate(testDatabase.url, FORMER_MIGRATIONS);
  const client = new pg.Client({ connectionString: testDatabase.url });
  await client.connect();
  await client.query(await readFile(FORMER_ROWS, 'utf8'));
  await client.query(
    `update clock set offset_seconds = extract(epoch from $1::timestamptz - clock_timestamp())::bigint`,
    [FORMER_NOW],
  );
  await client.end();
  await migrate(testDatabase.url);
  database = openDatabase(testDatabase.url, { maxConnections: 6, personalKeys: testPersonalKeys() });
  await database.transaction((transaction) => sealFormerOrders(transaction, keys));
  context = await createContext();
});

afterAll(async () => {
  await database?.close();
  await testDatabase?.drop();
});

async function createContext(): Promise<StepsContext> {
  const { catalog, rules } = seededSettings();
  const letters = {
    catalog,
    publicUrl: 'https://pay.example',
    mailWords: createMailWords(await readLanguages({ shipped: SHIPPED_LANGUAGES, own: undefined })),
  };
  const some = {
    ...quietSteps,
    ...createObligingWorld(database, catalog),
    ...letters,
    machine,
    database,
    catalog,
    rules,
    prices: evenPrices,
    keys,
    screening: fixedScreening(),
    nameScreening: createNameScreening({ names: () => [], thresholdPercent: () => 100 }),
    riskRules: () => [],
    writeLetter: (...about: Parameters<StepsContext['writeLetter']>) => writeLetter(letters, ...about),
  };
  return some as unknown as StepsContext;
}

/** One unit of every currency is worth one of every other. */
function evenPrices(): PriceBook {
  const rate = { perEuro: parseDecimal('1'), dailyOnly: false, observedAt: new Date() };
  return {
    markets: new Map(),
    rates: new Map(['EUR', 'USD', 'GBP', 'JPY', 'CHF'].map((code) => [code, rate])),
    networkFees: new Map(),
    funds: new Map(),
  };
}

async function ordersIn(open: boolean): Promise<number[]> {
  const rows = await database.many<{ id: number; status: Order['status'] }>(
    sql`select id, status from orders order by id`,
  );
  return rows.filter(({ status }) => ENDS.has(status) !== open).map(({ id }) => id);
}

async function load(id: number): Promise<Order> {
  const order = await findOrderById(database, id);
  if (!order) throw new Error(`order ${id} is gone`);
  return order;
}

describe('what the former version wrote', () => {
  test('every event is read with the facts of its kind', async () => {
    const kinds = new Set<string>();
    for (const id of [...(await ordersIn(true)), ...(await ordersIn(false))]) {
      for (const event of await orderEvents(database, id)) kinds.add(event.kind);
    }
    // All but one that no version has told.
    expect(kinds.size).toBe(48);
  });

  test('amounts have the assets and digits that the catalog had', async () => {
    const { catalog } = context;
    for (const id of [...(await ordersIn(true)), ...(await ordersIn(false))]) {
      const order = await load(id);
      const { id: assetId, decimals } = catalog.cryptos.get(order.receiveCurrency)?.asset ?? { id: '', decimals: -1 };
      expect(order.receive.asset).toMatchObject({ id: assetId, decimals });
      const pay = catalog.payCurrencies.get(order.payCurrency)?.asset;
      expect(order.pay.asset).toEqual(pay);
    }
    const payouts = await database.many(sql`
      select p.id from payouts p join orders o on o.id = p.order_id
      where p.asset <> o.receive_asset or p.decimals <> o.receive_decimals or p.fee_asset not like p.network || '/slip44:%'`);
    expect(payouts).toEqual([]);
    expect(await database.many(sql`select id from refunds where asset <> 'iso4217:' || currency`)).toEqual([]);
  });
});

/** Money that goes back by bank is sent by it, and booked. */
async function bookTransfers(orderId: number): Promise<void> {
  await database.run(sql`
    update refunds set status = 'pending', batch_id = (select id from transfer_batches limit 1)
    where order_id = ${orderId} and channel = 'bank' and status = 'requested'`);
  await database.run(sql`
    insert into bank_entries (id, statement_hash, account, direction, reversal, currency, units, booked_on,
      end_to_end_id, remittance, counterparty_name, counterparty_account, status, created_at)
    select 'booked ' || r.id, (select hash from bank_statements limit 1), 'DE75512108001245126199', 'debit', false,
      r.currency, r.units, current_date, r.id, '', '', '', 'new', slipway_now()
    from refunds r where r.order_id = ${orderId} and r.channel = 'bank' and r.status in ('requested', 'pending')
    on conflict do nothing`);
  await settleBankRefunds({ database, machine, bankFiles: createIso20022Files() });
}

async function tell(order: Order, event: OrderEvent): Promise<boolean> {
  const now = await database.now();
  if (!findTransition(order.status, event, { order, now })) return false;
  await database.transaction((transaction) => applyEvent(machine, transaction, order.id, event));
  return true;
}

/** What a person would do about an order that waits for one. */
async function decide(order: Order): Promise<void> {
  const key = `test:${order.eventSequence}`;
  const assessment = { risk: 'clear', identity: 'accepted' } as const;
  if (order.status === 'awaiting_consent' && order.requote)
    await tell(order, { kind: 'requote_accepted', key, facts: { units: order.requote.units, assessment } });
  if (order.status === 'on_hold' && !(await tell(order, { kind: 'hold_refused', key, facts: {} })))
    await tell(order, { kind: 'hold_cleared', key, facts: { assessment } });
}

async function doJobs(): Promise<void> {
  for (let job = waiting.shift(); job; job = waiting.shift()) {
    if (isStep(job.effect)) await runStep(context, orderSteps[job.effect], job);
  }
}

/** Brings an order to an end, as workers, persons and vendors would. */
async function goOn(id: number): Promise<Order> {
  for (let round = 0; round < 30; round += 1) {
    const order = await load(id);
    if (ENDS.has(order.status)) return order;
    await decide(order);
    const step = nextSteps[order.status];
    if (step) await runStep(context, orderSteps[step.effect], { orderId: id, subject: '' });
    await doJobs();
    await bookTransfers(id);
  }
  return load(id);
}

test('every open order goes on to its end, and the books agree', async () => {
  const unpaid = await database.many<{ id: number }>(sql`select id from orders where status = 'awaiting_payment'`);
  const others = (await ordersIn(true)).filter((id) => !unpaid.some((order) => order.id === id));
  const ended = new Map<string, string>();
  for (const id of others) {
    const order = await goOn(id);
    ended.set(order.orderNo, order.status);
  }
  // An order that is not paid runs out of time.
  await database.run(sql`update clock set offset_seconds = offset_seconds + ${LATER_SECONDS}`);
  await sweepDeadlines({ database, machine, log: createLog('silent') });
  for (const { id } of unpaid) {
    const order = await goOn(id);
    ended.set(order.orderNo, order.status);
  }
  expect([...ended].filter(([, status]) => !ENDS.has(status as Order['status']))).toEqual([]);
  const off = await database.many(sql`select asset from ledger_postings group by asset having sum(units) <> 0`);
  expect(off).toEqual([]);
  const twice = await database.many(sql`
    select order_id from payouts where status not in ('reverted', 'abandoned') group by order_id having count(*) > 1`);
  expect(twice).toEqual([]);
  expect(ended.size).toBeGreaterThan(30);
});
