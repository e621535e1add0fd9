import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { openOrderStatuses } from '@slipway/contract/entities/orderStatuses.ts';
import { amountOf } from '@slipway/money/amount.ts';
import { parseDecimal, rescale } from '@slipway/money/decimal.ts';
import type { Waiting } from '../../operator/clocks/clocks.ts';
import { orderDeadline } from '../../operator/clocks/orderDeadline.ts';
import { waitingOfOrders } from '../../operator/clocks/waitingStore.ts';
import { printCsv } from '../../operator/printTable.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { exactSum } from '../../reconciliation/exactText.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { maskedMail } from '../personal/masks.ts';
import { shownSum } from '../shownSum.ts';
import { netRevenueAt } from './netRevenue.ts';
import {
  type ListedRow,
  leftOfOrders,
  longestWaiting,
  newestOrders,
  type OrderCondition,
  type PageEnd,
  sumOrders,
} from './orderListStore.ts';
import { searchOrders } from './searchOrders.ts';

export const PAGE = 50;
/** So many are added up; what is beyond is said to be more. */
export const MOST_SUMMED = 5_000;
/** So many are in one file. */
const MOST_EXPORTED = 10_000;

type Filter = ConsoleCallInput<'exportOrders'>;
type Listed = ConsoleCallData<'orders'>;

/** A page of orders, with the sums of all that the filter finds beside the first. */
export async function listOrders(context: ConsoleContext, input: ConsoleCallInput<'orders'>): Promise<Listed> {
  const { database } = context;
  const { condition, understood } = await understand(context, input);
  const waits = input.sort === 'longest_waiting';
  const after = readCursor(input.cursor);
  const [found, sums, now] = await Promise.all([
    waits
      ? longestWaiting(database, condition, openOrderStatuses, after, PAGE + 1)
      : newestOrders(database, condition, after, PAGE + 1),
    after ? null : sumsOf(context, condition, waits),
    database.now(),
  ]);
  const page = found.slice(0, PAGE);
  const last = page.at(-1);
  return {
    understood: [...understood],
    rows: await shownRows(context, page),
    next: last && found.length > PAGE ? cursorOf({ at: last.sortedAt, id: last.id }) : null,
    sums,
    now: now.toISOString(),
  };
}

/** The same orders as a file. Persons stay masked, whoever asks: what is exported leaves the console. */
export async function exportOrders(context: ConsoleContext, input: Filter): Promise<ConsoleCallData<'exportOrders'>> {
  const { database } = context;
  const { condition, understood } = await understand(context, input);
  const [found, now] = await Promise.all([
    newestOrders(database, condition, undefined, MOST_EXPORTED + 1),
    database.now(),
  ]);
  const rows = await shownRows(context, found.slice(0, MOST_EXPORTED));
  const more = found.length > MOST_EXPORTED;
  const filter = [...understood, ...filterWords(input)].join('; ') || 'all orders';
  const head = [
    { filter: 'orders', value: more ? `the newest ${rows.length}, there are more` : rows.length },
    { filter: 'read at', value: now.toISOString() },
  ];
  const table = printCsv(rows.map(exportedRow));
  const csv = `${printCsv([{ filter: 'filter', value: filter }, ...head])}\r\n${table}`;
  return { name: `orders-${now.toISOString().slice(0, 10)}.csv`, csv, count: rows.length, more };
}

type Understood = { readonly condition: OrderCondition; readonly understood: readonly string[] };

async function understand(context: ConsoleContext, filter: Filter): Promise<Understood> {
  const { q, status, exception, dispute, method, country, asset, partner, euroFrom, euroTo, madeFrom, madeTo } = filter;
  const digits = [...context.settings().catalog.payCurrencies.values()].map((currency) => currency.asset.decimals);
  const searched = q === '' ? undefined : await searchOrders({ database: context.database, digits }, q);
  return {
    understood: searched?.understood ?? [],
    condition: {
      ids: searched?.ids,
      status,
      exception,
      dispute,
      method,
      country,
      asset,
      partner,
      euroCentsFrom: euroFrom === undefined ? undefined : centsOf(euroFrom),
      euroCentsTo: euroTo === undefined ? undefined : centsOf(euroTo),
      madeFrom: madeFrom === undefined ? undefined : new Date(madeFrom),
      madeTo: madeTo === undefined ? undefined : new Date(madeTo),
    },
  };
}

const EURO_DIGITS = 2;

function centsOf(euros: string): bigint {
  if (euros.startsWith('-')) throw new AppError('act_refused', { reason: 'No order is worth less than nothing.' });
  return rescale(parseDecimal(euros), EURO_DIGITS, 'down').coefficient;
}

/** The filter in words, as it stands in a file. */
function filterWords(filter: Filter): readonly string[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return [];
    return [`${name}: ${Array.isArray(value) ? value.join(' or ') : value}`];
  });
}

async function sumsOf(
  { database }: ConsoleContext,
  condition: OrderCondition,
  waits: boolean,
): Promise<Listed['sums']> {
  const sums = await sumOrders(database, condition, MOST_SUMMED + 1, waits ? openOrderStatuses : undefined);
  const count = sums.reduce((all, one) => all + one.count, 0);
  return {
    count: Math.min(count, MOST_SUMMED),
    more: count > MOST_SUMMED,
    pays: sums.map(({ asset, currency, decimals, units }) =>
      shownSum(amountOf({ id: asset, code: currency, decimals }, units)),
    ),
  };
}

async function shownRows(context: ConsoleContext, rows: readonly ListedRow[]): Promise<Listed['rows']> {
  const { catalog } = context.settings();
  const ids = rows.map(({ id }) => id);
  const [left, waiting, netRevenue] = await Promise.all([
    leftOfOrders(context.database, ids),
    waitingOfOrders(context.database, ids),
    netRevenueAt(context),
  ]);
  const waitingOf = Map.groupBy(waiting, ({ orderId }) => orderId);
  const leftOf = Map.groupBy(left, ({ orderId }) => orderId);
  return rows.map((row) => ({
    orderNo: row.orderNo,
    madeAt: row.createdAt.toISOString(),
    status: row.status,
    heldFrom: row.heldFrom,
    exception: row.exception,
    dispute: row.dispute,
    ...deadlineOf(row, waitingOf.get(row.id) ?? []),
    pays: shownSum(row.pay),
    receives: { ...shownSum(row.receive), unit: symbolOf(catalog, row.receive.asset.code) },
    network: row.network,
    buyer: row.email === null ? '' : maskedMail(row.email),
    country: row.country,
    method: row.payMethod,
    partner: row.partnerId,
    left: (leftOf.get(row.id) ?? []).map(({ asset, units }) => leftShown(catalog, asset, units)),
    netRevenue: netRevenue(leftOf.get(row.id) ?? []),
    takenBy: row.takenBy,
  }));
}

function deadlineOf(row: ListedRow, waiting: readonly Waiting[]) {
  const { since, until } = orderDeadline(row, row.since, waiting);
  return { since: since.toISOString(), until: until?.toISOString() ?? null };
}

function symbolOf({ cryptos }: Catalog, id: string): string {
  return cryptos.get(id)?.symbol ?? id;
}

/** A sum of the ledger as income above zero: the ledger has income as a credit, below zero. */
export function leftShown(catalog: Catalog, asset: string, units: bigint) {
  const { amount, unit } = exactSum(catalog, asset, -units);
  return { amount, unit: symbolOf(catalog, unit) };
}

/** The net revenue is empty where an asset of it has no price: a part would be read as the whole. */
function exportedRow({ pays, receives, left: _left, netRevenue, ...row }: Listed['rows'][number]) {
  const { takenBy: _takenBy, orderNo, madeAt, ...rest } = row;
  return {
    order: orderNo,
    made: madeAt,
    ...rest,
    pays: pays.amount,
    currency: pays.unit,
    receives: receives.amount,
    crypto: receives.unit,
    net_revenue_eur: netRevenue?.unpriced.length === 0 ? netRevenue.sum.amount : '',
  };
}

function cursorOf({ at, id }: PageEnd): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url');
}

/** Throws `act_refused` for what is no cursor of ours. */
function readCursor(text: string | undefined): PageEnd | undefined {
  if (text === undefined) return undefined;
  try {
    const [at, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [unknown, unknown];
    if (typeof at === 'string' && typeof id === 'number' && Number.isSafeInteger(id) && !Number.isNaN(Date.parse(at)))
      return { at, id };
  } catch {
    // Said below.
  }
  throw new AppError('act_refused', { reason: 'This page of the list is not known: begin with the first one.' });
}
