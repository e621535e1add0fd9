import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Books } from '../world/books.ts';
import { credentials } from '../world/credentials.ts';
import type { Faults } from '../world/faults.ts';
import type { World } from '../world/standIn.ts';
import type { KrakenBooks, KrakenLedgerEntry, KrakenOrder, KrakenTrade } from './krakenAccount.ts';
import type { KrakenEngine } from './krakenEngine.ts';
import { krakenFundingCalls, type SendCoins } from './krakenFunding.ts';
import type { KrakenKey } from './krakenKey.ts';
import { addOrder, describeOrder, endOrder, type Parameters } from './krakenOrderCalls.ts';
import { answer, findPair, type KrakenAnswer, refusal } from './krakenPublic.ts';
import { isSignedWith } from './krakenSignature.ts';
import type { Market } from './market.ts';

type Call = (parameters: Parameters) => KrakenAnswer | Promise<KrakenAnswer>;

const PAGE = 50;
const timeSpan = {
  start: z.coerce.number().optional(),
  end: z.coerce.number().optional(),
  ofs: z.coerce.number().default(0),
};

export type KrakenPrivateApi = {
  readonly books: Books<KrakenBooks>;
  readonly market: Market;
  readonly world: World;
  readonly keys: KrakenKeys;
  readonly engine: KrakenEngine;
  readonly send: SendCoins;
};

/** Kraken's private API as far as a trader of coins needs it, https://docs.kraken.com/api-reference/trading/add-order. */
export function krakenPrivateRoutes(
  app: FastifyInstance,
  { books, market, world, keys, engine, send }: KrakenPrivateApi,
): void {
  const calls: Readonly<Record<string, Call>> = {
    AddOrder: (parameters) => addOrder(parameters, { books, market, world, engine }),
    QueryOrders: (parameters) => queryOrders(parameters, books.state),
    CancelOrder: (parameters) => endOrder(parameters, { books, market, world, engine }),
    OpenOrders: (parameters) => openOrders(parameters, books.state),
    ClosedOrders: (parameters) => closedOrders(parameters, books.state),
    TradesHistory: (parameters) => tradesHistory(parameters, books.state),
    Ledgers: (parameters) => ledgers(parameters, books.state, world.faults),
    ...krakenFundingCalls(books, world, send),
    Balance: () => answer(books.state.balances),
    BalanceEx: () => answer(mapValues(books.state.balances, (balance) => ({ balance, hold_trade: '0' }))),
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
  readonly parameters: Parameters;
  readonly name: string;
};

function refuseCaller(keys: KrakenKeys, { request, body, parameters, name }: Caller): KrakenAnswer | undefined {
  const kind = kinds.find((each) => credentials[each].apiKey === request.headers['api-key']);
  if (!kind) return refusal('EAPI:Invalid key');
  const signature = String(request.headers['api-sign'] ?? '');
  const nonce = parameters.nonce ?? '';
  if (!isSignedWith(credentials[kind].apiSecret, { path: request.url, nonce, body, signature }))
    return refusal('EAPI:Invalid signature');
  const word = keys[kind].refuse(name, nonce);
  if (word !== undefined) return refusal(word);
  return isPermitted(kind, name) ? undefined : refusal('EGeneral:Permission denied');
}

const kinds = ['kraken', 'krakenWithdrawals'] as const satisfies readonly (keyof typeof credentials)[];

/** Each with its own counters, as Kraken has them. */
export type KrakenKeys = Readonly<Record<(typeof kinds)[number], KrakenKey>>;

/**
 * "Funds permissions - Withdraw" is what these ask for (https://docs.kraken.com/api-reference/funding/withdraw-funds and its
 * neighbours); the histories are read with "Data - Query ledger entries" too.
 */
const OF_WITHDRAWALS: ReadonlySet<string> = new Set([
  'Withdraw',
  'WithdrawMethods',
  'WithdrawAddresses',
  'WithdrawInfo',
]);

function isPermitted(kind: (typeof kinds)[number], name: string): boolean {
  return OF_WITHDRAWALS.has(name) === (kind === 'krakenWithdrawals');
}

function queryOrders(parameters: Parameters, state: KrakenBooks): KrakenAnswer {
  const wanted = (parameters.txid ?? '').split(',');
  const found = state.orders.filter((order) => wanted.includes(order.txid));
  if (found.length < wanted.length) return refusal('EOrder:Invalid order');
  return answer(byId(found, parameters));
}

function isNamed(order: KrakenOrder, { cl_ord_id: id, userref }: Parameters): boolean {
  return (id === undefined || order.clOrdId === id) && (userref === undefined || order.userref === Number(userref));
}

function openOrders(parameters: Parameters, state: KrakenBooks): KrakenAnswer {
  const open = state.orders.filter((order) => order.status === 'open' && isNamed(order, parameters));
  return answer({ open: byId(open, parameters) });
}

function closedOrders(parameters: Parameters, state: KrakenBooks): KrakenAnswer {
  const { start, end, ofs } = z.object(timeSpan).parse(parameters);
  const matching = state.orders.filter(
    (order) => order.status !== 'open' && isNamed(order, parameters) && within(order.closedAt, start, end),
  );
  const page = matching.toReversed().slice(ofs, ofs + PAGE);
  return answer({ closed: byId(page, parameters), count: matching.length });
}

function tradesHistory(parameters: Parameters, state: KrakenBooks): KrakenAnswer {
  const { start, end, ofs } = z.object(timeSpan).parse(parameters);
  const matching = state.trades.filter((trade) => within(trade.time, start, end));
  const page = matching.toReversed().slice(ofs, ofs + PAGE);
  return answer({
    trades: Object.fromEntries(page.map((trade) => [trade.id, tradeEntry(trade)])),
    count: matching.length,
  });
}

/** A trade's lines come a little after the trade: with `ledger_late` the newest are not there yet. */
function ledgers(parameters: Parameters, state: KrakenBooks, faults: Faults): KrakenAnswer {
  const late = faults.take('kraken', ['ledger_late'], '/0/private/Ledgers');
  const shown = late ? state.ledger.slice(0, -(late.size ?? 1)) : state.ledger;
  const { start, end, ofs } = z.object(timeSpan).parse(parameters);
  const assets = parameters.asset === undefined || parameters.asset === 'all' ? undefined : parameters.asset.split(',');
  const type = parameters.type === undefined || parameters.type === 'all' ? undefined : parameters.type;
  const matching = shown.filter(
    (entry) =>
      (assets === undefined || assets.includes(entry.asset)) &&
      (type === undefined || entry.type === type) &&
      within(entry.time, start, end),
  );
  const page = matching.toReversed().slice(ofs, ofs + PAGE);
  return answer({
    ledger: Object.fromEntries(page.map((entry) => [entry.id, ledgerEntry(entry)])),
    count: matching.length,
  });
}

/** As documented: the start is exclusive, the end inclusive. */
function within(time: number, start: number | undefined, end: number | undefined): boolean {
  return (start === undefined || time > start) && (end === undefined || time <= end);
}

function byId(orders: readonly KrakenOrder[], parameters: Parameters): Record<string, unknown> {
  const withTrades = parameters.trades === 'true';
  return Object.fromEntries(orders.map((order) => [order.txid, orderEntry(order, withTrades)]));
}

function orderEntry(order: KrakenOrder, withTrades: boolean): unknown {
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

function tradeEntry(trade: KrakenTrade): unknown {
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

function ledgerEntry(entry: KrakenLedgerEntry): unknown {
  const { refid, time, type, subtype = '', asset, amount, fee, balance } = entry;
  return { refid, time, type, subtype, aclass: 'currency', asset, amount, fee, balance };
}

function mapValues<In, Out>(record: Readonly<Record<string, In>>, map: (value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
