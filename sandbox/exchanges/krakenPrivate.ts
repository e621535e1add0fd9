import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { liveRate } from '../rates/levels.ts';
import type { Books } from '../world/books.ts';
import { credentials } from '../world/credentials.ts';
import type { World } from '../world/standIn.ts';
import type { KrakenBooks, KrakenLedgerEntry, KrakenOrder, KrakenTrade } from './krakenAccount.ts';
import { answer, findPair, type KrakenAnswer, refusal } from './krakenPublic.ts';
import { isSignedWith } from './krakenSignature.ts';
import {
  type AddOrder,
  addOrderSchema,
  cancelOrder,
  executeOrder,
  refuseOrder,
  type Trading,
} from './krakenTrading.ts';
import type { KrakenPair } from './listings.ts';
import type { Market } from './market.ts';

type Parameters = Readonly<Record<string, string>>;
type Call = (parameters: Parameters) => KrakenAnswer | Promise<KrakenAnswer>;

/** The key's nonce window: calls that overtake each other by less are taken. */
const NONCE_WINDOW_MS = 10_000;
const PAGE = 50;
const timeSpan = {
  start: z.coerce.number().optional(),
  end: z.coerce.number().optional(),
  ofs: z.coerce.number().default(0),
};

/** Kraken's private API as far as a trader of coins needs it, https://docs.kraken.com/api-reference/trading/add-order. */
export function krakenPrivateRoutes(
  app: FastifyInstance,
  books: Books<KrakenBooks>,
  market: Market,
  world: World,
): void {
  const isFresh = nonceWindow();
  const calls: Readonly<Record<string, Call>> = {
    AddOrder: (parameters) => addOrder(parameters, books, market, world),
    QueryOrders: (parameters) => queryOrders(parameters, books.state),
    CancelOrder: (parameters) => endOrder(parameters, books, market, world),
    OpenOrders: (parameters) => openOrders(parameters, books.state),
    ClosedOrders: (parameters) => closedOrders(parameters, books.state),
    TradesHistory: (parameters) => tradesHistory(parameters, books.state),
    Ledgers: (parameters) => ledgers(parameters, books.state),
    Balance: () => answer(books.state.balances),
    BalanceEx: () => answer(mapValues(books.state.balances, (balance) => ({ balance, hold_trade: '0' }))),
  };

  for (const [name, call] of Object.entries(calls)) {
    app.post(`/0/private/${name}`, (request) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const parameters = Object.fromEntries(new URLSearchParams(body));
      return refuseCaller(request, body, parameters, isFresh) ?? call(parameters);
    });
  }
}

function refuseCaller(
  request: FastifyRequest,
  body: string,
  parameters: Parameters,
  isFresh: (nonce: string) => boolean,
): KrakenAnswer | undefined {
  if (request.headers['api-key'] !== credentials.kraken.apiKey) return refusal('EAPI:Invalid key');
  const signature = String(request.headers['api-sign'] ?? '');
  const nonce = parameters.nonce ?? '';
  if (!isSignedWith(credentials.kraken.apiSecret, { path: request.url, nonce, body, signature })) {
    return refusal('EAPI:Invalid signature');
  }
  return isFresh(nonce) ? undefined : refusal('EAPI:Invalid nonce');
}

/** Each nonce once, and none much smaller than the greatest. */
function nonceWindow(): (nonce: string) => boolean {
  const seen = new Set<number>();
  let greatest = 0;
  return (text) => {
    const nonce = Number(text);
    if (!Number.isSafeInteger(nonce) || seen.has(nonce) || nonce <= greatest - NONCE_WINDOW_MS) return false;
    seen.add(nonce);
    greatest = Math.max(greatest, nonce);
    if (seen.size > 5_000) for (const old of seen) if (old <= greatest - NONCE_WINDOW_MS) seen.delete(old);
    return true;
  };
}

/**
 * NOTE: as at Kraken, `cl_ord_id` must differ from those of open orders only. An immediate order is never open, so the
 * same one sent twice is executed twice: it is for the caller to look first.
 */
async function addOrder(
  parameters: Parameters,
  books: Books<KrakenBooks>,
  market: Market,
  world: World,
): Promise<KrakenAnswer> {
  const parsed = addOrderSchema.safeParse(parameters);
  if (!parsed.success) return refusal(`EGeneral:Invalid arguments:${String(parsed.error.issues[0]?.path[0] ?? '')}`);
  const order = parsed.data;
  const pair = findPair(order.pair);
  if (!pair) return refusal('EQuery:Unknown asset pair');
  // The deadline is the wire's and follows the machine's time, not that of the sandbox's story.
  if (order.deadline !== undefined && Date.parse(order.deadline) < Date.now())
    return refusal('EService:Deadline elapsed');

  const trading = tradingNow(order, pair, market, world);
  const twice = world.faults.take('kraken', ['order_twice'], ADD_ORDER, order.cl_ord_id) !== undefined;
  const booked = await books.commit((state) => {
    const reason = refuseOrder(state, order, pair);
    if (reason !== undefined) return reason;
    if (twice) executeOrder(state, order, pair, trading);
    return executeOrder(state, order, pair, trading);
  });
  if (typeof booked === 'string') return refusal(booked);
  return answer({ descr: { order: describe(booked) }, txid: [booked.txid] });
}

const ADD_ORDER = '/0/private/AddOrder';
const DEFAULT_PERCENT = 10;

/** The market as it is, and what the faults that are switched on make of an order in it. */
function tradingNow(order: AddOrder, pair: KrakenPair, market: Market, world: World): Trading {
  const book = market.liveBook('kraken', pair);
  const fault = world.faults.take(
    'kraken',
    ['fill_nothing', 'fill_part', 'order_stays_open'],
    ADD_ORDER,
    order.cl_ord_id,
  );
  const share = fault && { percent: fault.effect === 'fill_nothing' ? 0 : (fault.size ?? DEFAULT_PERCENT) };
  return {
    levels: order.type === 'buy' ? book.asks : book.bids,
    at: world.clock.now(),
    feeCredits: feeCredits(pair, market, world),
    staysOpen: fault?.effect === 'order_stays_open',
    ...share,
  };
}

function feeCredits(pair: KrakenPair, market: Market, { clock }: World): Trading['feeCredits'] {
  const at = clock.now();
  return market.controls.state().thirdAssetFee
    ? { dollarsPerQuote: liveRate('USD', at) / liveRate(pair.quote, at) }
    : undefined;
}

/** https://docs.kraken.com/api-reference/trading/cancel-order: what is no longer open is not known to it. */
async function endOrder(
  parameters: Parameters,
  books: Books<KrakenBooks>,
  market: Market,
  world: World,
): Promise<KrakenAnswer> {
  const txid = parameters.txid ?? '';
  const tooLate = world.faults.take('kraken', ['cancel_too_late'], '/0/private/CancelOrder', txid) !== undefined;
  const pairOf = ({ pair }: KrakenOrder): KrakenPair => {
    const found = findPair(pair);
    if (!found) throw new Error(`the books have an order of ${pair}, which is not listed`);
    return found;
  };
  const ended = await books.commit((state) => {
    const order = state.orders.find((candidate) => candidate.txid === txid);
    const credits = order && feeCredits(pairOf(order), market, world);
    return cancelOrder(state, txid, pairOf, { at: world.clock.now(), feeCredits: credits, fillRest: tooLate });
  });
  return ended === undefined || tooLate ? refusal('EOrder:Unknown order') : answer({ count: 1, pending: false });
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

function ledgers(parameters: Parameters, state: KrakenBooks): KrakenAnswer {
  const { start, end, ofs } = z.object(timeSpan).parse(parameters);
  const assets = parameters.asset === undefined || parameters.asset === 'all' ? undefined : parameters.asset.split(',');
  const type = parameters.type === undefined || parameters.type === 'all' ? undefined : parameters.type;
  const matching = state.ledger.filter(
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

function describe(order: KrakenOrder): string {
  return `${order.type} ${order.volume} ${order.pair} @ ${order.orderType} ${order.limitPrice}`;
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
      order: describe(order),
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
  const { refid, time, type, asset, amount, fee, balance } = entry;
  return { refid, time, type, subtype: '', aclass: 'currency', asset, amount, fee, balance };
}

function mapValues<In, Out>(record: Readonly<Record<string, In>>, map: (value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
