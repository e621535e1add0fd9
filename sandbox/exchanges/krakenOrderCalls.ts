import { computeLiveRate } from '../rates/rateLevels.ts';
import type { Books } from '../world/books.ts';
import type { World } from '../world/standIn.ts';
import { type KrakenOrder, type KrakenState, toEpochSeconds } from './krakenAccount.ts';
import type { KrakenEngine } from './krakenEngine.ts';
import { createAnswer, createErrorAnswer, findPair, type KrakenAnswer } from './krakenPublicApi.ts';
import {
  type AddOrderRequest,
  addOrderSchema,
  cancelOrder,
  executeOrder,
  findOrderError,
  type TradingState,
} from './krakenTrading.ts';
import type { KrakenPair } from './listings.ts';
import type { Market } from './market.ts';

/** The form fields of a private call. */
export type CallParameters = Readonly<Record<string, string>>;

export type TradingApi = {
  readonly books: Books<KrakenState>;
  readonly market: Market;
  readonly world: World;
  readonly engine: KrakenEngine;
};

/**
 * Executes an order. NOTE: as at Kraken, `cl_ord_id` must be unique only among open orders. An immediate order is never open,
 * so sending it twice executes it twice: the caller has to check first.
 */
export async function handleAddOrder(
  parameters: CallParameters,
  { books, market, world, engine }: TradingApi,
): Promise<KrakenAnswer> {
  const parsed = addOrderSchema.safeParse(parameters);
  if (!parsed.success)
    return createErrorAnswer(`EGeneral:Invalid arguments:${String(parsed.error.issues[0]?.path[0] ?? '')}`);
  const order = parsed.data;
  const pair = findPair(order.pair);
  if (!pair) return createErrorAnswer('EQuery:Unknown asset pair');
  if (!engine.takeOrder(pair.altname)) return createErrorAnswer('EOrder:Rate limit exceeded');
  // The deadline follows the machine's time, not the sandbox's clock.
  if (order.deadline !== undefined && Date.parse(order.deadline) < Date.now())
    return createErrorAnswer('EService:Deadline elapsed');

  const trading = readTradingState(order, pair, market, world);
  const executesTwice = world.faults.take('kraken', ['order_twice'], ADD_ORDER, order.cl_ord_id) !== undefined;
  const booked = await books.commit((state) => {
    const reason = findOrderError(state, order, pair);
    if (reason !== undefined) return reason;
    if (executesTwice) executeOrder(state, order, pair, trading);
    return executeOrder(state, order, pair, trading);
  });
  if (typeof booked === 'string') return createErrorAnswer(booked);
  return createAnswer({ descr: { order: describeOrder(booked) }, txid: [booked.txid] });
}

const ADD_ORDER = '/0/private/AddOrder';
const DEFAULT_PERCENT = 10;

/** Returns the market's current state, as modified by active faults. */
function readTradingState(order: AddOrderRequest, pair: KrakenPair, market: Market, world: World): TradingState {
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
    feeCredits: computeFeeCredits(pair, market, world),
    staysOpen: fault?.effect === 'order_stays_open',
    ...share,
  };
}

function computeFeeCredits(pair: KrakenPair, market: Market, { clock }: World): TradingState['feeCredits'] {
  const at = clock.now();
  return market.controls.state().thirdAssetFee
    ? { dollarsPerQuote: computeLiveRate('USD', at) / computeLiveRate(pair.quote, at) }
    : undefined;
}

/** Implements https://docs.kraken.com/api-reference/trading/cancel-order, which does not know orders that are no longer open. */
export async function handleCancelOrder(
  parameters: CallParameters,
  { books, market, world, engine }: TradingApi,
): Promise<KrakenAnswer> {
  const txid = parameters.txid ?? '';
  const open = books.state.orders.find((order) => order.txid === txid && order.status === 'open');
  const openSeconds = open ? toEpochSeconds(world.clock.now()) - open.openedAt : 0;
  if (open && !engine.takeCancellation(open.pair, openSeconds)) return createErrorAnswer('EOrder:Rate limit exceeded');
  const tooLate = world.faults.take('kraken', ['cancel_too_late'], '/0/private/CancelOrder', txid) !== undefined;
  const requirePair = ({ pair }: KrakenOrder): KrakenPair => {
    const found = findPair(pair);
    if (!found) throw new Error(`the books have an order of ${pair}, which is not listed`);
    return found;
  };
  const ended = await books.commit((state) => {
    const order = state.orders.find((candidate) => candidate.txid === txid);
    const credits = order && computeFeeCredits(requirePair(order), market, world);
    return cancelOrder(state, txid, requirePair, { at: world.clock.now(), feeCredits: credits, fillRest: tooLate });
  });
  return ended === undefined || tooLate
    ? createErrorAnswer('EOrder:Unknown order')
    : createAnswer({ count: 1, pending: false });
}

/** Describes an order in Kraken's format. */
export function describeOrder(order: KrakenOrder): string {
  return `${order.type} ${order.volume} ${order.pair} @ ${order.orderType} ${order.limitPrice}`;
}
