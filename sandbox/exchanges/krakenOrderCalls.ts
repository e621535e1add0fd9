import { liveRate } from '../rates/levels.ts';
import type { Books } from '../world/books.ts';
import type { World } from '../world/standIn.ts';
import { epochSeconds, type KrakenBooks, type KrakenOrder } from './krakenAccount.ts';
import type { KrakenEngine } from './krakenEngine.ts';
import { answer, findPair, type KrakenAnswer, refusal } from './krakenPublic.ts';
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

/** The form that a private call came with. */
export type Parameters = Readonly<Record<string, string>>;

export type TradingApi = {
  readonly books: Books<KrakenBooks>;
  readonly market: Market;
  readonly world: World;
  readonly engine: KrakenEngine;
};

/**
 * NOTE: as at Kraken, `cl_ord_id` must differ from those of open orders only. An immediate order is never open, so the
 * same one sent twice is executed twice: it is for the caller to look first.
 */
export async function addOrder(
  parameters: Parameters,
  { books, market, world, engine }: TradingApi,
): Promise<KrakenAnswer> {
  const parsed = addOrderSchema.safeParse(parameters);
  if (!parsed.success) return refusal(`EGeneral:Invalid arguments:${String(parsed.error.issues[0]?.path[0] ?? '')}`);
  const order = parsed.data;
  const pair = findPair(order.pair);
  if (!pair) return refusal('EQuery:Unknown asset pair');
  if (!engine.takeOrder(pair.altname)) return refusal('EOrder:Rate limit exceeded');
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
  return answer({ descr: { order: describeOrder(booked) }, txid: [booked.txid] });
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
export async function endOrder(
  parameters: Parameters,
  { books, market, world, engine }: TradingApi,
): Promise<KrakenAnswer> {
  const txid = parameters.txid ?? '';
  const open = books.state.orders.find((order) => order.txid === txid && order.status === 'open');
  const openSeconds = open ? epochSeconds(world.clock.now()) - open.openedAt : 0;
  if (open && !engine.takeCancellation(open.pair, openSeconds)) return refusal('EOrder:Rate limit exceeded');
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

/** As Kraken words an order. */
export function describeOrder(order: KrakenOrder): string {
  return `${order.type} ${order.volume} ${order.pair} @ ${order.orderType} ${order.limitPrice}`;
}
