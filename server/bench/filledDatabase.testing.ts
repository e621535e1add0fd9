import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { seedConfiguration } from '../configuration/changeConfiguration.ts';
import { saveDailySums } from '../ledger/ledgerStore.ts';
import { appendAuditLine } from '../platform/audit/auditStore.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import { ACQUIRER_PLACE, storeDeliveredOrder, VENUE_PLACE } from './deliveredOrder.testing.ts';

const ORDERS_PER_BUYER = 10;
/** One of this many orders has no partner. */
const NO_PARTNER_EVERY = 3;
const BROWSER = 'browser_1';
/** One of this many orders needs a person. */
const ORDERS_PER_DECISION = 20;
/** Open orders with a passed deadline and a due step: what a sweep takes at once, independent of the total. */
const DUE = 50;
/** Rows copied at once. */
const ROWS_PER_COPY = 50_000;
const DAYS_AT_ONCE = 100;
/** Age of the copy `g.n`: a thousand are within six weeks, independent of the total, and the rest in the years before. */
const AGE = `case when g.n <= 1000 then g.n * interval '1 hour' else interval '1000 hours' + (g.n - 1000) * interval '210 seconds' end`;

/** Values of a copy's columns as SQL over its number `g.n`; null keeps the column's default. */
type Columns = Readonly<Record<string, string | null>>;

type TableCopy = { readonly table: string; readonly condition: string; readonly columns: Columns };

/** The copied order, and the distance between the ledger transaction ids of one copy and the next. */
type Template = { readonly orderId: number; readonly orderNo: string; readonly ledgerSpan: number };

function shiftByAge(...columns: readonly string[]): Columns {
  return Object.fromEntries(columns.map((column) => [column, `t.${column} - ${AGE}`]));
}

function listTableCopies({ orderId, orderNo, ledgerSpan }: Template, underWay: number): readonly TableCopy[] {
  const isOfOrder = `order_id = ${orderId}`;
  const order_id = `${orderId} + g.n`;
  const transaction = (column: string) => `t.${column} + g.n * ${ledgerSpan}`;
  const open = `g.n <= ${underWay}`;
  const isDue = `g.n <= ${Math.min(DUE, underWay)}`;
  const status = `case when ${open} then (array['awaiting_payment', 'on_hold', 'delivering'])[g.n % 3 + 1] else 'delivered' end`;
  return [
    {
      table: 'orders',
      condition: `id = ${orderId}`,
      columns: {
        id: order_id,
        order_no: composeOrderNoSql('g.n'),
        quote_id: `'quote_' || g.n`,
        buyer_id: composeBuyerIdSql('g.n'),
        partner_id: `case when g.n % ${NO_PARTNER_EVERY} = 0 then '0' else 'shop' end`,
        client_address: `'85.' || g.n / 65536 || '.' || g.n / 256 % 256 || '.' || g.n % 256`,
        address: `'bc1q' || md5(g.n::text)`,
        status,
        deadline_at: `case when ${isDue} then slipway_now() - interval '1 day' when ${open} then slipway_now() + g.n * interval '1 day' end`,
        attend_at: `case when ${isDue} then clock_timestamp() - interval '1 day' when ${open} then clock_timestamp() + interval '1 day' end`,
        ...shiftByAge('created_at', 'updated_at'),
      },
    },
    { table: 'order_events', condition: isOfOrder, columns: { order_id, ...shiftByAge('at') } },
    { table: 'order_steps', condition: isOfOrder, columns: { id: null, order_id, ...shiftByAge('at') } },
    {
      table: 'ledger_transactions',
      condition: isOfOrder,
      columns: {
        id: transaction('id'),
        order_id,
        key: `${composeOrderNoSql('g.n')} || substr(t.key, ${orderNo.length + 1})`,
        ...shiftByAge('at'),
      },
    },
    {
      table: 'ledger_postings',
      condition: isOfOrder,
      columns: { id: null, order_id, transaction_id: transaction('transaction_id') },
    },
    {
      table: 'risk_decisions',
      condition: isOfOrder,
      columns: { id: null, order_id, buyer_id: composeBuyerIdSql('g.n'), ...shiftByAge('at') },
    },
    {
      table: 'reconciliation_lines',
      condition: `place = '${ACQUIRER_PLACE}' and id = 'line_1'`,
      columns: { id: `'line_b' || g.n`, grouped_by: `'pi_b' || g.n`, ...shiftByAge('at') },
    },
    {
      table: 'reconciliation_lines',
      condition: `place = '${VENUE_PLACE}' and id = 'line_1'`,
      columns: { id: `'line_b' || g.n`, grouped_by: `'venue_b' || g.n`, ...shiftByAge('at') },
    },
    {
      table: 'payment_attempts',
      condition: isOfOrder,
      columns: {
        id: `'att_b' || g.n`,
        order_id,
        submission_id: 'gen_random_uuid()',
        payment_id: `'pi_b' || g.n`,
        fingerprint: 'md5(g.n::text)',
        ...shiftByAge('created_at', 'updated_at'),
      },
    },
    {
      table: 'conversions',
      condition: isOfOrder,
      columns: {
        client_order_id: `'part_b' || g.n`,
        order_id,
        venue_orders: `jsonb_build_array('venue_b' || g.n)`,
        ask_at: 'null',
        ...shiftByAge('created_at', 'updated_at'),
      },
    },
    {
      table: 'payouts',
      condition: isOfOrder,
      columns: {
        id: `'pay_b' || g.n`,
        batch_id: `'pay_b' || g.n`,
        order_id,
        nonce: 'g.n',
        transaction_id: `'tx_b' || g.n`,
        status: `case when ${open} then 'confirmed' else 'final' end`,
        ...shiftByAge('created_at', 'updated_at'),
      },
    },
    {
      table: 'payout_variants',
      condition: `payout_id = 'pay_1'`,
      columns: { payout_id: `'pay_b' || g.n`, transaction_id: `'tx_b' || g.n` },
    },
    {
      table: 'payout_inputs',
      condition: `payout_id = 'pay_1'`,
      columns: { payout_id: `'pay_b' || g.n`, txid: 'md5(g.n::text)', live: open },
    },
    {
      table: 'partner_events',
      condition: isOfOrder,
      columns: {
        entry: null,
        id: `'evt_b' || g.n`,
        order_id,
        lane: composeOrderNoSql('g.n'),
        position: `nextval('partner_event_positions')`,
        delivery: `case when ${open} then 'waiting' else 'taken' end`,
        ...shiftByAge('created_at'),
      },
    },
    {
      table: 'webhook_inbox',
      condition: `event_id = 'evt_1'`,
      columns: { id: null, event_id: `'evt_b' || g.n`, ...shiftByAge('received_at', 'handled_at') },
    },
    {
      table: 'tracking_points',
      condition: `user_id = '${BROWSER}'`,
      columns: { id: null, user_id: `'browser_b' || g.n`, ...shiftByAge('at') },
    },
    {
      table: 'mail_outbox',
      condition: `id = 'mail_1'`,
      columns: { id: `'mail_b' || g.n`, ...shiftByAge('created_at', 'sent_at') },
    },
  ];
}

/** People's decisions. The hash chain of the copies is invalid, which lists do not check. */
const decisions: TableCopy = {
  table: 'audit_trail',
  condition: `subject = 'bench'`,
  columns: { id: null, subject: `'bench ' || g.n`, hash: 'sha256(g.n::text::bytea)', ...shiftByAge('at') },
};

function countBuyers(orders: number): number {
  return Math.ceil(orders / ORDERS_PER_BUYER);
}

/** Returns SQL for the id of an order's buyer: ten consecutive orders belong to one buyer. */
function composeBuyerIdSql(number: string): string {
  return `'buyer_b' || ((${number} - 1) / ${ORDERS_PER_BUYER} + 1)`;
}

function computeBuyerNumber(order: number): number {
  return Math.floor((order - 1) / ORDERS_PER_BUYER) + 1;
}

function composeOrderNoSql(number: string): string {
  return `'BENCH' || ${number}`;
}

/** The content of a filled database, by number from 1. */
export type FilledDatabase = {
  orderNo(number: number): string;
  buyerId(number: number): string;
  /** Returns the number in the email address of the order's buyer. */
  mailNumber(number: number): number;
};

/**
 * Fills the database with orders and their payouts, copies of one that the product made; the first `underWay` are open.
 * `seeds`: folders of the operator's configuration.
 */
export async function fillDatabase(
  database: Database,
  orders: number,
  underWay: number,
  seeds: readonly string[] = [],
): Promise<FilledDatabase> {
  await seedConfiguration(database, seeds);
  const { buyerId, ...template } = await storeDeliveredOrder(database);
  await storeOtherRows(database);
  await copyRows(
    database,
    {
      table: 'buyers',
      condition: `id = '${buyerId}'`,
      columns: { id: `'buyer_b' || g.n`, email: `g.n || '@example.com'`, verifier_reference: `'buyer_b' || g.n` },
    },
    countBuyers(orders),
  );
  const all = listTableCopies(template, underWay);
  await runWithoutIndexes(database, [...all, decisions], async () => {
    for (const copy of all) await copyRows(database, copy, orders);
    await copyRows(database, decisions, Math.ceil(orders / ORDERS_PER_DECISION));
  });
  for (const table of ['orders', 'ledger_transactions'])
    await database.pool.query(`select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`);
  await countCopies(database);
  while ((await saveDailySums(database, DAYS_AT_ONCE)) > 0);
  await vacuum(database);
  return {
    orderNo: (number) => `BENCH${number}`,
    buyerId: (number) => `buyer_b${computeBuyerNumber(number)}`,
    mailNumber: computeBuyerNumber,
  };
}

/** Recomputes the counts and sums that triggers maintain: copying rows fires no triggers. */
async function countCopies(database: Database): Promise<void> {
  await database.pool.query(`
    select recompute_ledger_sums();
    delete from ended_order_changes; delete from ended_orders;
    insert into ended_orders select status, count(*) from orders where is_ended(status) group by status`);
}

/**
 * Vacuums until almost all pages are marked as all-visible, as in rarely written tables: index-only scans require it. A concurrent
 * autovacuum of the same tables can prevent the marking.
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
  throw new Error('vacuum does not mark the pages of orders and order_events as all-visible');
}

/**
 * Drops the indexes of the copied tables, runs the work, and rebuilds the indexes, two at a time: maintaining them for every
 * row takes many times as long.
 */
async function runWithoutIndexes(
  database: Database,
  copies: readonly TableCopy[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await database.pool.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid::regclass::text = any($1) and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [[...new Set(copies.map(({ table }) => table))]],
  );
  for (const { name } of rows) await database.pool.query(`drop index ${name}`);
  await work();
  const rebuildIndexes = async () => {
    for (let next = rows.shift(); next; next = rows.shift())
      await database.pool.query(`set maintenance_work_mem = '512MB'; ${next.definition}; reset maintenance_work_mem`);
  };
  await Promise.all([rebuildIndexes(), rebuildIndexes()]);
}

/** Stores one of each row that is not about orders: browser progress and a person's decision. */
async function storeOtherRows(database: Database): Promise<void> {
  for (const type of ['buyCryptoGate', 'selectCountry', 'selectOffer', 'inputAddress'])
    await database.run(sql`
      insert into tracking_points (type, order_no, user_id, place, extras, country, at)
      values (${type}, '', ${BROWSER}, '/', '{}', 'DE', slipway_now())`);
  const decision = { who: 'anna', approvedBy: null, why: 'a test', action: 'clear', subject: 'bench' };
  await database.transaction((transaction) => appendAuditLine(transaction, { ...decision, before: null, after: null }));
}

async function copyRows(database: Database, copy: TableCopy, count: number): Promise<void> {
  for (let from = 1; from <= count; from += ROWS_PER_COPY) {
    const to = Math.min(count, from + ROWS_PER_COPY - 1);
    await database.transaction((transaction) => copyPortion(transaction, copy, from, to));
  }
}

async function copyPortion(
  transaction: Transaction,
  { table, condition, columns }: TableCopy,
  from: number,
  to: number,
) {
  // The rows are copies of checked rows, so constraints and triggers are disabled.
  await transaction.executeSql('set local session_replication_role = replica');
  const { rows } = await transaction.executeSql(
    `select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  const copiedColumns = (rows as { name: string }[]).map(({ name }) => name).filter((name) => columns[name] !== null);
  const values = copiedColumns.map((name) => columns[name] ?? `t.${name}`);
  await transaction.executeSql(
    `insert into ${table} (${copiedColumns.join(', ')}) overriding system value
    select ${values.join(', ')} from ${table} t, generate_series($1::integer, $2::integer) as g (n) where t.${condition}`,
    [from, to],
  );
}
