import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { keepLedgerDays } from '../../ledger/ledgerStore.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { ACQUIRER_PLACE, storeDelivered, VENUE_PLACE } from './deliveredOrder.testing.ts';

const BUYERS_SHARE = 10;
/** Of so many orders one was led by no partner. */
const PARTNERS_SHARE = 3;
const BROWSER = 'browser_1';
/** Of so many orders one needs a person. */
const DECISIONS_SHARE = 20;
/** Orders under way whose deadline has passed, and whose step is due: what a sweep takes at once, however many orders there are. */
const DUE = 50;
/** So many rows are copied at once. */
const PORTION = 50_000;
const DAYS_AT_ONCE = 100;
/** How long ago the copy `g.n` was made: a thousand within six weeks, however many there are, and the rest in the years before. */
const AGE = `case when g.n <= 1000 then g.n * interval '1 hour' else interval '1000 hours' + (g.n - 1000) * interval '210 seconds' end`;

/** Values of a copy's columns as SQL over its number `g.n`; null leaves the column to its default. */
type Columns = Readonly<Record<string, string | null>>;

type Copy = { readonly table: string; readonly of: string; readonly columns: Columns };

/** What is copied, and how far apart the ledger's transactions of two copies are. */
type Template = { readonly orderId: number; readonly orderNo: string; readonly ledgerSpan: number };

function ago(...columns: readonly string[]): Columns {
  return Object.fromEntries(columns.map((column) => [column, `t.${column} - ${AGE}`]));
}

function copies({ orderId, orderNo, ledgerSpan }: Template, underWay: number): readonly Copy[] {
  const ofOrder = `order_id = ${orderId}`;
  const order_id = `${orderId} + g.n`;
  const transaction = (column: string) => `t.${column} + g.n * ${ledgerSpan}`;
  const open = `g.n <= ${underWay}`;
  const isDue = `g.n <= ${Math.min(DUE, underWay)}`;
  const status = `case when ${open} then (array['awaiting_payment', 'on_hold', 'delivering'])[g.n % 3 + 1] else 'delivered' end`;
  return [
    {
      table: 'orders',
      of: `id = ${orderId}`,
      columns: {
        id: order_id,
        order_no: orderNoOf('g.n'),
        quote_id: `'quote_' || g.n`,
        buyer_id: buyerOf('g.n'),
        partner_id: `case when g.n % ${PARTNERS_SHARE} = 0 then '0' else 'shop' end`,
        client_address: `'85.' || g.n / 65536 || '.' || g.n / 256 % 256 || '.' || g.n % 256`,
        address: `'bc1q' || md5(g.n::text)`,
        status,
        deadline_at: `case when ${isDue} then slipway_now() - interval '1 day' when ${open} then slipway_now() + g.n * interval '1 day' end`,
        attend_at: `case when ${isDue} then clock_timestamp() - interval '1 day' when ${open} then clock_timestamp() + interval '1 day' end`,
        ...ago('created_at', 'updated_at'),
      },
    },
    { table: 'order_events', of: ofOrder, columns: { order_id, ...ago('at') } },
    { table: 'order_steps', of: ofOrder, columns: { id: null, order_id, ...ago('at') } },
    {
      table: 'ledger_transactions',
      of: ofOrder,
      columns: {
        id: transaction('id'),
        order_id,
        key: `${orderNoOf('g.n')} || substr(t.key, ${orderNo.length + 1})`,
        ...ago('at'),
      },
    },
    {
      table: 'ledger_postings',
      of: ofOrder,
      columns: { id: null, order_id, transaction_id: transaction('transaction_id') },
    },
    { table: 'risk_decisions', of: ofOrder, columns: { id: null, order_id, buyer_id: buyerOf('g.n'), ...ago('at') } },
    {
      table: 'reconciliation_lines',
      of: `place = '${ACQUIRER_PLACE}' and id = 'line_1'`,
      columns: { id: `'line_b' || g.n`, grouped_by: `'pi_b' || g.n`, ...ago('at') },
    },
    {
      table: 'reconciliation_lines',
      of: `place = '${VENUE_PLACE}' and id = 'line_1'`,
      columns: { id: `'line_b' || g.n`, grouped_by: `'venue_b' || g.n`, ...ago('at') },
    },
    {
      table: 'payment_attempts',
      of: ofOrder,
      columns: {
        id: `'att_b' || g.n`,
        order_id,
        submission_id: 'gen_random_uuid()',
        payment_id: `'pi_b' || g.n`,
        fingerprint: 'md5(g.n::text)',
        ...ago('created_at', 'updated_at'),
      },
    },
    {
      table: 'conversions',
      of: ofOrder,
      columns: {
        client_order_id: `'part_b' || g.n`,
        order_id,
        venue_orders: `jsonb_build_array('venue_b' || g.n)`,
        ask_at: 'null',
        ...ago('created_at', 'updated_at'),
      },
    },
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
        ...ago('created_at', 'updated_at'),
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
        ...ago('created_at'),
      },
    },
    {
      table: 'webhook_inbox',
      of: `event_id = 'evt_1'`,
      columns: { id: null, event_id: `'evt_b' || g.n`, ...ago('received_at', 'handled_at') },
    },
    {
      table: 'tracking_points',
      of: `user_id = '${BROWSER}'`,
      columns: { id: null, user_id: `'browser_b' || g.n`, ...ago('at') },
    },
    {
      table: 'mail_outbox',
      of: `id = 'mail_1'`,
      columns: { id: `'mail_b' || g.n`, ...ago('created_at', 'sent_at') },
    },
  ];
}

/** What persons have decided: their lines follow from each other no more, which nobody asks who lists them. */
const decisions: Copy = {
  table: 'audit_trail',
  of: `subject = 'bench'`,
  columns: { id: null, subject: `'bench ' || g.n`, hash: 'sha256(g.n::text::bytea)', ...ago('at') },
};

function buyersOf(orders: number): number {
  return Math.ceil(orders / BUYERS_SHARE);
}

/** Ten orders that follow each other are one buyer's. */
function buyerOf(number: string): string {
  return `'buyer_b' || ((${number} - 1) / ${BUYERS_SHARE} + 1)`;
}

function buyerNumberOf(order: number): number {
  return Math.floor((order - 1) / BUYERS_SHARE) + 1;
}

function orderNoOf(number: string): string {
  return `'BENCH' || ${number}`;
}

/** What the database was filled with, by number from 1. */
export type Filled = {
  orderNo(number: number): string;
  buyerId(number: number): string;
  /** What stands before the @ of its buyer's mail. */
  mailNumber(number: number): number;
};

/** So many orders with their payouts, copies of one that the product made; the first so many of them are under way. */
export async function fillDatabase(database: Database, orders: number, underWay: number): Promise<Filled> {
  await seedConfiguration(database, []);
  const { buyerId, ...template } = await storeDelivered(database);
  await storeBeside(database);
  await copyRows(
    database,
    {
      table: 'buyers',
      of: `id = '${buyerId}'`,
      columns: { id: `'buyer_b' || g.n`, email: `g.n || '@example.com'`, verifier_reference: `'buyer_b' || g.n` },
    },
    buyersOf(orders),
  );
  const all = copies(template, underWay);
  await withoutIndexes(database, [...all, decisions], async () => {
    for (const copy of all) await copyRows(database, copy, orders);
    await copyRows(database, decisions, Math.ceil(orders / DECISIONS_SHARE));
  });
  for (const table of ['orders', 'ledger_transactions'])
    await database.pool.query(`select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`);
  await countCopies(database);
  while ((await keepLedgerDays(database, DAYS_AT_ONCE)) > 0);
  await vacuum(database);
  return {
    orderNo: (number) => `BENCH${number}`,
    buyerId: (number) => `buyer_b${buyerNumberOf(number)}`,
    mailNumber: buyerNumberOf,
  };
}

/** Copies announce nothing, so that they are counted and summed up here. */
async function countCopies(database: Database): Promise<void> {
  await database.pool.query(`
    select sum_books_anew();
    delete from ended_order_changes; delete from ended_orders;
    insert into ended_orders select status, count(*) from orders where is_ended(status) group by status`);
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

/** An index that is made over what is there takes a fraction of one that every row is added to. */
async function withoutIndexes(database: Database, of: readonly Copy[], work: () => Promise<void>): Promise<void> {
  const { rows } = await database.pool.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid::regclass::text = any($1) and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [[...new Set(of.map(({ table }) => table))]],
  );
  for (const { name } of rows) await database.pool.query(`drop index ${name}`);
  await work();
  const lane = async () => {
    for (let next = rows.shift(); next; next = rows.shift())
      await database.pool.query(`set maintenance_work_mem = '512MB'; ${next.definition}; reset maintenance_work_mem`);
  };
  await Promise.all([lane(), lane()]);
}

/** What there is beside orders, once: how far a browser came, and what a person has decided. */
async function storeBeside(database: Database): Promise<void> {
  for (const type of ['buyCryptoGate', 'selectCountry', 'selectOffer', 'inputAddress'])
    await database.run(sql`
      insert into tracking_points (type, order_no, user_id, place, extras, country, at)
      values (${type}, '', ${BROWSER}, '/', '{}', 'DE', slipway_now())`);
  const decision = { who: 'anna', approvedBy: null, why: 'a test', action: 'clear', subject: 'bench' };
  await database.transaction((transaction) => appendAudit(transaction, { ...decision, before: null, after: null }));
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
