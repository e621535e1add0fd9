import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Books } from '../world/books.ts';
import { credentials } from '../world/credentials.ts';
import type { Faults } from '../world/faults.ts';
import type { World } from '../world/standIn.ts';
import type { KrakenLedgerEntry, KrakenOrder, KrakenState, KrakenTrade } from './krakenAccount.ts';
import type { KrakenEngine } from './krakenEngine.ts';
import { createFundingCalls, type SendCoins } from './krakenFunding.ts';
import type { KrakenKey } from './krakenKey.ts';
import { type CallParameters, describeOrder, handleAddOrder, handleCancelOrder } from './krakenOrderCalls.ts';
import { createAnswer, createErrorAnswer, findPair, type KrakenAnswer } from './krakenPublicApi.ts';
import type { Market } from './market.ts';

/**
 * Verifies Kraken's API-Sign: HMAC-SHA512, with the decoded secret, of the path and SHA-256 of nonce and body
 * (https://docs.kraken.com/exchange/guides/spot/rest-authentication).
 */
function isSignedWith(
  secret: string,
  request: { readonly path: string; readonly nonce: string; readonly body: string; readonly signature: string },
): boolean {
  const digest = createHash('sha256')
    .update(request.nonce + request.body)
    .digest();
  const expected = createHmac('sha512', Buffer.from(secret, 'base64')).update(request.path).update(digest).digest();
  const given = Buffer.from(request.signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

type Call = (parameters: CallParameters) => KrakenAnswer | Promise<KrakenAnswer>;

/** Entries of one page of a history. */
const PAGE = 50;
const timeSpan = {
  start: z.coerce.number().optional(),
  end: z.coerce.number().optional(),
  ofs: z.coerce.number().default(0),
};

export type KrakenPrivateApi = {
  readonly books: Books<KrakenState>;
  readonly market: Market;
  readonly world: World;
  readonly keys: KrakenKeys;
  readonly engine: KrakenEngine;
  readonly send: SendCoins;
};

/** Registers Kraken's private API for orders, histories, balances and funding (https://docs.kraken.com/api-reference). */
export function installKrakenPrivateRoutes(
  app: FastifyInstance,
  { books, market, world, keys, engine, send }: KrakenPrivateApi,
): void {
  const calls: Readonly<Record<string, Call>> = {
    AddOrder: (parameters) => handleAddOrder(parameters, { books, market, world, engine }),
    QueryOrders: (parameters) => queryOrders(parameters, books.state),
    CancelOrder: (parameters) => handleCancelOrder(parameters, { books, market, world, engine }),
    OpenOrders: (parameters) => listOpenOrders(parameters, books.state),
    ClosedOrders: (parameters) => listClosedOrders(parameters, books.state),
    TradesHistory: (parameters) => listTrades(parameters, books.state),
    Ledgers: (parameters) => listLedgerEntries(parameters, books.state, world.faults),
    ...createFundingCalls(books, world, send),
    Balance: () => createAnswer(books.state.balances),
    BalanceEx: () => createAnswer(mapValues(books.state.balances, (balance) => ({ balance, hold_trade: '0' }))),
  };

  for (const [name, call] of Object.entries(calls)) {
    app.post(`/0/private/${name}`, (request) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const parameters = Object.fromEntries(new URLSearchParams(body));
      return refuseCaller(keys, { request, body, parameters, name }) ?? call(parameters);
    });
  }
}

type Caller = {
  readonly request: FastifyRequest;
  readonly body: string;
  readonly parameters: CallParameters;
  readonly name: string;
};

function refuseCaller(keys: KrakenKeys, { request, body, parameters, name }: Caller): KrakenAnswer | undefined {
  const kind = kinds.find((each) => credentials[each].apiKey === request.headers['api-key']);
  if (!kind) return createErrorAnswer('EAPI:Invalid key');
  const signature = String(request.headers['api-sign'] ?? '');
  const nonce = parameters.nonce ?? '';
  if (!isSignedWith(credentials[kind].apiSecret, { path: request.url, nonce, body, signature }))
    return createErrorAnswer('EAPI:Invalid signature');
  const refusal = keys[kind].refuse(name, nonce);
  if (refusal !== undefined) return createErrorAnswer(refusal);
  return isPermitted(kind, name) ? undefined : createErrorAnswer('EGeneral:Permission denied');
}

const kinds = ['kraken', 'krakenWithdrawals'] as const satisfies readonly (keyof typeof credentials)[];

/** API keys, each with separate counters, as at Kraken. */
export type KrakenKeys = Readonly<Record<(typeof kinds)[number], KrakenKey>>;

/**
 * Calls that require "Funds permissions - Withdraw" (https://docs.kraken.com/api-reference/funding/withdraw-funds and related
 * pages); histories also accept "Data - Query ledger entries".
 */
const WITHDRAWAL_CALLS: ReadonlySet<string> = new Set([
  'Withdraw',
  'WithdrawMethods',
  'WithdrawAddresses',
  'WithdrawInfo',
]);

function isPermitted(kind: (typeof kinds)[number], name: string): boolean {
  return WITHDRAWAL_CALLS.has(name) === (kind === 'krakenWithdrawals');
}

function queryOrders(parameters: CallParameters, state: KrakenState): KrakenAnswer {
  const requestedIds = (parameters.txid ?? '').split(',');
  const found = state.orders.filter((order) => requestedIds.includes(order.txid));
  if (found.length < requestedIds.length) return createErrorAnswer('EOrder:Invalid order');
  return createAnswer(formatOrdersById(found, parameters));
}

function isRequestedOrder(order: KrakenOrder, { cl_ord_id: id, userref }: CallParameters): boolean {
  return (id === undefined || order.clOrdId === id) && (userref === undefined || order.userref === Number(userref));
}

function listOpenOrders(parameters: CallParameters, state: KrakenState): KrakenAnswer {
  const open = state.orders.filter((order) => order.status === 'open' && isRequestedOrder(order, parameters));
  return createAnswer({ open: formatOrdersById(open, parameters) });
}

function listClosedOrders(parameters: CallParameters, state: KrakenState): KrakenAnswer {
  const { start, end, ofs } = z.object(timeSpan).parse(parameters);
  const matching = state.orders.filter(
    (order) =>
      order.status !== 'open' && isRequestedOrder(order, parameters) && isWithinTimeSpan(order.closedAt, start, end),
  );
  const page = matching.toReversed().slice(ofs, ofs + PAGE);
  return createAnswer({ closed: formatOrdersById(page, parameters), count: matching.length });
}

function listTrades(parameters: CallParameters, state: KrakenState): KrakenAnswer {
  const { start, end, ofs } = z.object(timeSpan).parse(parameters);
  const matching = state.trades.filter((trade) => isWithinTimeSpan(trade.time, start, end));
  const page = matching.toReversed().slice(ofs, ofs + PAGE);
  return createAnswer({
    trades: Object.fromEntries(page.map((trade) => [trade.id, formatTrade(trade)])),
    count: matching.length,
  });
}

/** Returns ledger entries. They appear shortly after a trade: with `ledger_late` the newest are still missing. */
function listLedgerEntries(parameters: CallParameters, state: KrakenState, faults: Faults): KrakenAnswer {
  const late = faults.take('kraken', ['ledger_late'], '/0/private/Ledgers');
  const shown = late ? state.ledger.slice(0, -(late.size ?? 1)) : state.ledger;
  const { start, end, ofs } = z.object(timeSpan).parse(parameters);
  const assets = parameters.asset === undefined || parameters.asset === 'all' ? undefined : parameters.asset.split(',');
  const type = parameters.type === undefined || parameters.type === 'all' ? undefined : parameters.type;
  const matching = shown.filter(
    (entry) =>
      (assets === undefined || assets.includes(entry.asset)) &&
      (type === undefined || entry.type === type) &&
      isWithinTimeSpan(entry.time, start, end),
  );
  const page = matching.toReversed().slice(ofs, ofs + PAGE);
  return createAnswer({
    ledger: Object.fromEntries(page.map((entry) => [entry.id, formatLedgerEntry(entry)])),
    count: matching.length,
  });
}

/** Returns true for a time in the range; as documented, the start is exclusive and the end inclusive. */
function isWithinTimeSpan(time: number, start: number | undefined, end: number | undefined): boolean {
  return (start === undefined || time > start) && (end === undefined || time <= end);
}

function formatOrdersById(orders: readonly KrakenOrder[], parameters: CallParameters): Record<string, unknown> {
  const withTrades = parameters.trades === 'true';
  return Object.fromEntries(orders.map((order) => [order.txid, formatOrder(order, withTrades)]));
}

function formatOrder(order: KrakenOrder, withTrades: boolean): unknown {
  return {
    refid: null,
    userref: order.userref,
    ...(order.clOrdId === null ? {} : { cl_ord_id: order.clOrdId }),
    status: order.status,
    reason: order.reason,
    opentm: order.openedAt,
    closetm: order.closedAt,
    starttm: 0,
    expiretm: 0,
    descr: {
      pair: order.pair,
      type: order.type,
      ordertype: order.orderType,
      price: order.limitPrice,
      price2: '0',
      leverage: 'none',
      order: describeOrder(order),
      close: '',
    },
    vol: order.volume,
    vol_exec: order.executed,
    cost: order.cost,
    fee: order.fee,
    price: order.averagePrice,
    stopprice: '0.00000',
    limitprice: '0.00000',
    misc: '',
    oflags: order.flags,
    ...(withTrades ? { trades: order.trades } : {}),
  };
}

function formatTrade(trade: KrakenTrade): unknown {
  return {
    ordertxid: trade.txid,
    postxid: trade.txid,
    pair: findPair(trade.pair)?.id ?? trade.pair,
    time: trade.time,
    type: trade.type,
    ordertype: 'limit',
    price: trade.price,
    cost: trade.cost,
    fee: trade.fee,
    vol: trade.volume,
    margin: '0.00000',
    misc: '',
    maker: false,
  };
}

function formatLedgerEntry(entry: KrakenLedgerEntry): unknown {
  const { refid, time, type, subtype = '', asset, amount, fee, balance } = entry;
  return { refid, time, type, subtype, aclass: 'currency', asset, amount, fee, balance };
}

function mapValues<In, Out>(record: Readonly<Record<string, In>>, map: (value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
