import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { storeDelivered } from './deliveredOrder.testing.ts';

const BUYERS_SHARE = 10;
/** So many rows are copied at once. */
const PORTION = 50_000;

/** Values of a copy's columns as SQL over its number `g.n`; null leaves the column to its default. */
type Columns = Readonly<Record<string, string | null>>;

type Copy = { readonly table: string; readonly of: string; readonly columns: Columns };

function copies(orderId: number, orders: number, underWay: number): readonly Copy[] {
  const ofOrder = `order_id = ${orderId}`;
  const order_id = `${orderId} + g.n`;
  const open = `g.n <= ${underWay}`;
  const status = `case when ${open} then (array['awaiting_payment', 'on_hold', 'delivering'])[g.n % 3 + 1] else 'delivered' end`;
  return [
    {
      table: 'orders',
      of: `id = ${orderId}`,
      columns: {
        id: order_id,
        order_no: orderNoOf('g.n'),
        quote_id: `'quote_' || g.n`,
        buyer_id: buyerOf(`g.n % ${buyersOf(orders)} + 1`),
        address: `'bc1q' || md5(g.n::text)`,
        status,
        deadline_at: `case when ${open} then slipway_now() + g.n * interval '1 minute' end`,
        attend_at: `case when ${open} then clock_timestamp() + interval '1 hour' end`,
        created_at: `t.created_at - g.n * interval '30 seconds'`,
      },
    },
    { table: 'order_events', of: ofOrder, columns: { order_id } },
    { table: 'order_steps', of: ofOrder, columns: { id: null, order_id } },
    {
      table: 'payment_attempts',
      of: ofOrder,
      columns: {
        id: `'att_b' || g.n`,
        order_id,
        submission_id: 'gen_random_uuid()',
        payment_id: `'pi_b' || g.n`,
        fingerprint: 'md5(g.n::text)',
      },
    },
    { table: 'conversions', of: ofOrder, columns: { client_order_id: `'part_b' || g.n`, order_id, ask_at: null } },
    {
      table: 'payouts',
      of: ofOrder,
      columns: {
        id: `'pay_b' || g.n`,
        batch_id: `'pay_b' || g.n`,
        order_id,
        nonce: 'g.n',
        transaction_id: `'tx_b' || g.n`,
        status: `case when ${open} then 'confirmed' else 'final' end`,
      },
    },
    {
      table: 'payout_variants',
      of: `payout_id = 'pay_1'`,
      columns: { payout_id: `'pay_b' || g.n`, transaction_id: `'tx_b' || g.n` },
    },
    {
      table: 'payout_inputs',
      of: `payout_id = 'pay_1'`,
      columns: { payout_id: `'pay_b' || g.n`, txid: 'md5(g.n::text)', live: open },
    },
    {
      table: 'partner_events',
      of: ofOrder,
      columns: {
        entry: null,
        id: `'evt_b' || g.n`,
        order_id,
        lane: orderNoOf('g.n'),
        position: `nextval('partner_event_positions')`,
        delivery: `case when ${open} then 'waiting' else 'taken' end`,
      },
    },
    { table: 'webhook_inbox', of: `event_id = 'evt_1'`, columns: { id: null, event_id: `'evt_b' || g.n` } },
    { table: 'mail_outbox', of: `id = 'mail_1'`, columns: { id: `'mail_b' || g.n` } },
  ];
}

function buyersOf(orders: number): number {
  return Math.ceil(orders / BUYERS_SHARE);
}

function buyerOf(number: string): string {
  return `'buyer_b' || (${number})`;
}

function orderNoOf(number: string): string {
  return `'BENCH' || ${number}`;
}

/** What the database was filled with, by number from 1. */
export type Filled = {
  orderNo(number: number): string;
  buyerId(number: number): string;
};

/** So many orders with their payouts, copies of one that the product made; the first so many of them are under way. */
export async function fillDatabase(database: Database, orders: number, underWay: number): Promise<Filled> {
  const { orderId, buyerId } = await storeDelivered(database);
  await copyRows(
    database,
    {
      table: 'buyers',
      of: `id = '${buyerId}'`,
      columns: { id: buyerOf('g.n'), email: `g.n || '@example.com'`, verifier_reference: buyerOf('g.n') },
    },
    buyersOf(orders),
  );
  for (const copy of copies(orderId, orders, underWay)) await copyRows(database, copy, orders);
  await database.pool.query(`select setval(pg_get_serial_sequence('orders', 'id'), max(id)) from orders`);
  await vacuum(database);
  return {
    orderNo: (number) => `BENCH${number}`,
    buyerId: (number) => `buyer_b${(number % buyersOf(orders)) + 1}`,
  };
}

/**
 * As a table is that is seldom written: an index alone can answer for it once its pages are known to be seen by all. The
 * server's own vacuum, at work on the same tables, keeps this one from knowing it.
 */
async function vacuum(database: Database): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    await database.pool.query('vacuum analyze');
    const { rows } = await database.pool.query(
      `select 1 from pg_class where relname in ('orders', 'order_events') and relallvisible < relpages * 0.95`,
    );
    if (rows.length === 0) return;
    await sleep(500);
  }
  throw new Error('the tables are never seen whole');
}

async function copyRows(database: Database, copy: Copy, count: number): Promise<void> {
  for (let from = 1; from <= count; from += PORTION) {
    const to = Math.min(count, from + PORTION - 1);
    await database.transaction((transaction) => copyPortion(transaction, copy, from, to));
  }
}

async function copyPortion(transaction: Transaction, { table, of, columns }: Copy, from: number, to: number) {
  // Copies of what was checked when it was made: neither checked again nor announced.
  await transaction.executeSql('set local session_replication_role = replica');
  const { rows } = await transaction.executeSql(
    `select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  const kept = (rows as { name: string }[]).map(({ name }) => name).filter((name) => columns[name] !== null);
  const values = kept.map((name) => columns[name] ?? `t.${name}`);
  await transaction.executeSql(
    `insert into ${table} (${kept.join(', ')}) overriding system value
    select ${values.join(', ')} from ${table} t, generate_series($1::integer, $2::integer) as g (n) where t.${of}`,
    [from, to],
  );
}
