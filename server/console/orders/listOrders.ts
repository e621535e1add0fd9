import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { openOrderStatuses } from '@slipway/contract/entities/orderStatuses.ts';
import { createAmount } from '@slipway/money/amount.ts';
import { parseDecimal, rescale } from '@slipway/money/decimal.ts';
import { findOrderDeadline } from '../../operator/deadlines/findOrderDeadline.ts';
import { findPendingWorkOfOrders } from '../../operator/deadlines/pendingWorkStore.ts';
import type { PendingWork } from '../../operator/deadlines/workDeadlines.ts';
import {
  type ListedRow,
  listLongestWaiting,
  listNewestOrders,
  type OrderCondition,
  type OrderPageCursor,
  sumOrders,
} from '../../operator/tables/orderListStore.ts';
import { AppError } from '../../platform/http/appError.ts';
import { formatCsv } from '../../platform/text/formatTable.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { formatCoinNameById } from '../../purchase/catalog/formatCoinName.ts';
import { describeLedgerAmount } from '../../reconciliation/formatUnits.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { maskEmail } from '../personal/masks.ts';
import { presentAmount } from '../presentAmount.ts';
import { createRevenueCalculator } from './netRevenue.ts';
import { readOrderMargins } from './orderMarginStore.ts';
import { searchOrders } from './searchOrders.ts';

export const PAGE_SIZE = 50;
/** Limits the orders that are summed; beyond it the result is marked as incomplete. */
export const MOST_SUMMED = 5_000;
/** Limits the orders in one file. */
const MOST_EXPORTED = 10_000;

type Filter = ConsoleCallInput<'exportOrders'>;
type Listed = ConsoleCallData<'orders'>;

/** Returns a page of orders; the first page includes the sums of all matches. */
export async function listOrders(context: ConsoleContext, input: ConsoleCallInput<'orders'>): Promise<Listed> {
  const { database } = context;
  const { condition, understood } = await parseFilter(context, input);
  const isLongestWaiting = input.sort === 'longest_waiting';
  const after = readCursor(input.cursor);
  const [found, sums, now] = await Promise.all([
    isLongestWaiting
      ? listLongestWaiting(database, condition, openOrderStatuses, after, PAGE_SIZE + 1)
      : listNewestOrders(database, condition, after, PAGE_SIZE + 1),
    after ? null : buildSums(context, condition, isLongestWaiting),
    database.now(),
  ]);
  const page = found.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    understood: [...understood],
    rows: await presentRows(context, page),
    next: last && found.length > PAGE_SIZE ? buildCursor({ at: last.sortedAt, id: last.id }) : null,
    sums,
    now: now.toISOString(),
  };
}

/** Returns the newest matches as a file. Personal data stays masked for every role, because the file leaves the console. */
export async function exportOrders(context: ConsoleContext, input: Filter): Promise<ConsoleCallData<'exportOrders'>> {
  const { database } = context;
  const { condition, understood } = await parseFilter(context, input);
  const [found, now] = await Promise.all([
    listNewestOrders(database, condition, undefined, MOST_EXPORTED + 1),
    database.now(),
  ]);
  const rows = await presentRows(context, found.slice(0, MOST_EXPORTED));
  const more = found.length > MOST_EXPORTED;
  const filter = [...understood, ...describeFilter(input)].join('; ') || 'all orders';
  const head = [
    { filter: 'orders', value: more ? `the newest ${rows.length} of more` : rows.length },
    { filter: 'read at', value: now.toISOString() },
  ];
  const table = formatCsv(rows.map(buildExportRow));
  const csv = `${formatCsv([{ filter: 'filter', value: filter }, ...head])}\r\n${table}`;
  return { name: `orders-${now.toISOString().slice(0, 10)}.csv`, csv, count: rows.length, more };
}

type ParsedFilter = { readonly condition: OrderCondition; readonly understood: readonly string[] };

async function parseFilter(context: ConsoleContext, filter: Filter): Promise<ParsedFilter> {
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
      euroCentsFrom: euroFrom === undefined ? undefined : parseCents(euroFrom),
      euroCentsTo: euroTo === undefined ? undefined : parseCents(euroTo),
      madeFrom: madeFrom === undefined ? undefined : new Date(madeFrom),
      madeTo: madeTo === undefined ? undefined : new Date(madeTo),
    },
  };
}

const EURO_DIGITS = 2;

function parseCents(euros: string): bigint {
  if (euros.startsWith('-')) throw new AppError('act_refused', { reason: 'The amount must not be negative.' });
  return rescale(parseDecimal(euros), EURO_DIGITS, 'down').coefficient;
}

/** Formats the filter for the file's header. */
function describeFilter(filter: Filter): readonly string[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return [];
    return [`${name}: ${Array.isArray(value) ? value.join(' or ') : value}`];
  });
}

async function buildSums(
  { database }: ConsoleContext,
  condition: OrderCondition,
  isLongestWaiting: boolean,
): Promise<Listed['sums']> {
  const sums = await sumOrders(database, condition, MOST_SUMMED + 1, isLongestWaiting ? openOrderStatuses : undefined);
  const count = sums.reduce((all, one) => all + one.count, 0);
  return {
    count: Math.min(count, MOST_SUMMED),
    more: count > MOST_SUMMED,
    payAmounts: sums.map(({ asset, currency, decimals, units }) =>
      presentAmount(createAmount({ id: asset, code: currency, decimals }, units)),
    ),
  };
}

async function presentRows(context: ConsoleContext, rows: readonly ListedRow[]): Promise<Listed['rows']> {
  const { catalog } = context.settings();
  const ids = rows.map(({ id }) => id);
  const [margins, waiting, netRevenue] = await Promise.all([
    readOrderMargins(context.database, ids),
    findPendingWorkOfOrders(context.database, ids),
    createRevenueCalculator(context),
  ]);
  const waitingByOrder = Map.groupBy(waiting, ({ orderId }) => orderId);
  const marginsByOrder = Map.groupBy(margins, ({ orderId }) => orderId);
  return rows.map((row) => ({
    orderNo: row.orderNo,
    createdAt: row.createdAt.toISOString(),
    status: row.status,
    heldFrom: row.heldFrom,
    exception: row.exception,
    dispute: row.dispute,
    ...findDeadline(row, waitingByOrder.get(row.id) ?? []),
    payAmount: presentAmount(row.pay),
    receiveAmount: { ...presentAmount(row.receive), unit: formatCoinNameById(catalog, row.receive.asset.code) },
    network: row.network,
    buyer: row.email === null ? '' : maskEmail(row.email),
    country: row.country,
    method: row.payMethod,
    partner: row.partnerId,
    left: (marginsByOrder.get(row.id) ?? []).map(({ asset, units }) => presentMargin(catalog, asset, units)),
    netRevenue: netRevenue(marginsByOrder.get(row.id) ?? []),
    takenBy: row.takenBy,
  }));
}

function findDeadline(row: ListedRow, waiting: readonly PendingWork[]) {
  const { since, until } = findOrderDeadline(row, row.since, waiting);
  return { since: since.toISOString(), until: until?.toISOString() ?? null };
}

/** Formats a ledger sum with income as positive; the ledger stores income as a credit, which is negative. */
export function presentMargin(catalog: Catalog, asset: string, units: bigint) {
  return describeLedgerAmount(catalog, asset, -units);
}

/** The net revenue is empty if one of its assets has no price, because a partial sum could be mistaken for the total. */
function buildExportRow({ payAmount, receiveAmount, left: _left, netRevenue, ...row }: Listed['rows'][number]) {
  const { takenBy: _takenBy, orderNo, createdAt, ...rest } = row;
  return {
    order: orderNo,
    made: createdAt,
    ...rest,
    pays: payAmount.amount,
    currency: payAmount.unit,
    receives: receiveAmount.amount,
    crypto: receiveAmount.unit,
    net_revenue_eur: netRevenue?.unpriced.length === 0 ? netRevenue.sum.amount : '',
  };
}

function buildCursor({ at, id }: OrderPageCursor): string {
  return Buffer.from(JSON.stringify([at, id])).toString('base64url');
}

/** Throws `act_refused` for a malformed cursor. */
function readCursor(text: string | undefined): OrderPageCursor | undefined {
  if (text === undefined) return undefined;
  try {
    const [at, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [unknown, unknown];
    if (typeof at === 'string' && typeof id === 'number' && Number.isSafeInteger(id) && !Number.isNaN(Date.parse(at)))
      return { at, id };
  } catch {
    // Reported below.
  }
  throw new AppError('act_refused', {
    reason: 'This page of the list is no longer available. Go back to the first page.',
  });
}
