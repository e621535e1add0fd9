import { z } from 'zod';
import { divideRounded, fits, fromFixedPoint, multiplyRounded, toFixedPoint } from './fixedPoint.ts';
import { enter, epochSeconds, type KrakenBooks, type KrakenOrder, nextId } from './krakenAccount.ts';
import { type KrakenPair, krakenTakerFees } from './listings.ts';
import type { Level } from './market.ts';

const CL_ORD_ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[\x20-\x7e]{1,18})$/i;
const decimal = z.string().regex(/^\d+(\.\d{1,10})?$/);

/** The immediate limit orders of AddOrder; whatever else Kraken trades is none of the sandbox's business. */
export const addOrderSchema = z.object({
  pair: z.string(),
  type: z.enum(['buy', 'sell']),
  ordertype: z.literal('limit'),
  volume: decimal,
  price: decimal,
  timeinforce: z.literal('IOC'),
  oflags: z.enum(['fcib', 'fciq']).default('fciq'),
  cl_ord_id: z.string().regex(CL_ORD_ID).optional(),
  userref: z.coerce.number().int().optional(),
  deadline: z.iso.datetime({ offset: true }).optional(),
});

export type AddOrder = z.infer<typeof addOrderSchema>;

/** Kraken's rules for a limit order, with its own words; `undefined` when the order keeps them. */
export function refuseOrder(state: KrakenBooks, order: AddOrder, pair: KrakenPair): string | undefined {
  const volume = toFixedPoint(order.volume);
  const price = toFixedPoint(order.price);
  if (!fits(volume, pair.amountDecimals)) return 'EGeneral:Invalid arguments:volume';
  if (!fits(price, pair.priceDecimals)) return 'EOrder:Tick size check failed';
  if (volume < toFixedPoint(pair.minimumBase)) return 'EOrder:Order minimum not met';
  const worstCost = multiplyRounded(volume, price, pair.costDecimals);
  if (worstCost < toFixedPoint(pair.minimumCost)) return 'EOrder:Cost minimum not met';
  const [pays, needed] = order.type === 'buy' ? [pair.quoteId, worstCost] : [pair.baseId, volume];
  if (needed > toFixedPoint(state.balances[pays] ?? '0')) return 'EOrder:Insufficient funds';
  return undefined;
}

export type FeeCredits = { readonly dollarsPerQuote: number } | undefined;

export type Trading = {
  /** What the order is matched against, best first. */
  readonly levels: readonly Level[];
  readonly at: Date;
  /** Takes the fee in KFEE, a hundred of it for a dollar. */
  readonly feeCredits: FeeCredits;
  /** How much of it is filled at most, in percent. */
  readonly percent?: number;
  /** The rest is not canceled but waits, as an immediate order never should. */
  readonly staysOpen?: boolean;
};

/** Matches the order at once and books what came of it; the rest is canceled. */
export function executeOrder(state: KrakenBooks, order: AddOrder, pair: KrakenPair, trading: Trading): KrakenOrder {
  const txid = nextId(state, 'O');
  const volume = toFixedPoint(order.volume);
  const { percent = 100, at } = trading;
  const most = multiplyRounded(volume, toFixedPoint((percent / 100).toFixed(10)), pair.amountDecimals);
  const fills = matchLevels(order, most, trading.levels).map((fill) =>
    bookFill(state, { txid, type: order.type, flags: order.oflags }, pair, fill, trading),
  );
  const opened: KrakenOrder = {
    txid,
    clOrdId: order.cl_ord_id ?? null,
    userref: order.userref ?? null,
    pair: pair.altname,
    type: order.type,
    orderType: order.ordertype,
    limitPrice: fromFixedPoint(toFixedPoint(order.price), pair.priceDecimals),
    volume: fromFixedPoint(volume, pair.amountDecimals),
    executed: '0',
    cost: '0',
    fee: '0',
    averagePrice: '0',
    flags: order.oflags,
    status: 'open',
    reason: null,
    openedAt: epochSeconds(at),
    closedAt: 0,
    trades: [],
  };
  const filled = withFills(opened, pair, fills);
  const isWhole = toFixedPoint(filled.executed) === volume;
  const booked =
    !isWhole && trading.staysOpen
      ? filled
      : closed(filled, isWhole ? 'closed' : 'canceled', isWhole ? null : 'IOC order not fully filled', at);
  state.orders.push(booked);
  return booked;
}

/** Ends an open order; `fillRest`: all that was left of it has just been matched at its limit. Undefined when none is open. */
export function cancelOrder(
  state: KrakenBooks,
  txid: string,
  pair: (order: KrakenOrder) => KrakenPair,
  trading: Pick<Trading, 'at' | 'feeCredits'> & { readonly fillRest: boolean },
): KrakenOrder | undefined {
  const index = state.orders.findIndex((order) => order.txid === txid && order.status === 'open');
  const order = state.orders[index];
  if (!order) return undefined;
  const ended = trading.fillRest
    ? closed(withRestFilled(state, order, pair(order), trading), 'closed', null, trading.at)
    : closed(order, 'canceled', 'User requested', trading.at);
  state.orders[index] = ended;
  return ended;
}

function withRestFilled(
  state: KrakenBooks,
  order: KrakenOrder,
  pair: KrakenPair,
  trading: Pick<Trading, 'at' | 'feeCredits'>,
): KrakenOrder {
  const rest = {
    price: toFixedPoint(order.limitPrice),
    volume: toFixedPoint(order.volume) - toFixedPoint(order.executed),
  };
  return withFills(order, pair, [bookFill(state, order, pair, rest, trading)]);
}

function withFills(order: KrakenOrder, pair: KrakenPair, fills: readonly BookedFill[]): KrakenOrder {
  const sum = (before: string, of: (fill: BookedFill) => bigint) =>
    fills.reduce((total, fill) => total + of(fill), toFixedPoint(before));
  const executed = sum(order.executed, (fill) => fill.volume);
  const cost = sum(order.cost, (fill) => fill.cost);
  const average = executed === 0n ? 0n : divideRounded(cost, executed, pair.priceDecimals);
  return {
    ...order,
    executed: fromFixedPoint(executed, pair.amountDecimals),
    cost: fromFixedPoint(cost, pair.costDecimals),
    fee: fromFixedPoint(
      sum(order.fee, (fill) => fill.fee),
      pair.costDecimals,
    ),
    averagePrice: fromFixedPoint(average, pair.priceDecimals),
    trades: [...order.trades, ...fills.map((fill) => fill.id)],
  };
}

function closed(order: KrakenOrder, status: 'closed' | 'canceled', reason: string | null, at: Date): KrakenOrder {
  return { ...order, status, reason, closedAt: epochSeconds(at) };
}

type Fill = { readonly price: bigint; readonly volume: bigint };
type BookedFill = Fill & { readonly id: string; readonly cost: bigint; readonly fee: bigint };

/** Best price first, never beyond the limit. */
function matchLevels(order: AddOrder, most: bigint, levels: readonly Level[]): Fill[] {
  const limit = toFixedPoint(order.price);
  const fills: Fill[] = [];
  let wanted = most;
  for (const level of levels) {
    const price = toFixedPoint(level.price);
    if (wanted === 0n || (order.type === 'buy' ? price > limit : price < limit)) break;
    const held = toFixedPoint(level.amount);
    const volume = held < wanted ? held : wanted;
    fills.push({ price, volume });
    wanted -= volume;
  }
  return fills;
}

type Traded = Pick<KrakenOrder, 'txid' | 'type' | 'flags'>;

function bookFill(
  state: KrakenBooks,
  order: Traded,
  pair: KrakenPair,
  fill: Fill,
  { at, feeCredits }: Pick<Trading, 'at' | 'feeCredits'>,
): BookedFill {
  const cost = multiplyRounded(fill.price, fill.volume, pair.costDecimals);
  const rate = toFixedPoint(String(krakenTakerFees[0]?.[1] ?? 0)) / 100n;
  // Orders and trades tell the fee in the quote currency, whichever the ledger takes (krakenAccount.ts).
  const fee = multiplyRounded(cost, rate, pair.costDecimals);
  const id = nextId(state, 'T');
  const line = { refid: id, time: epochSeconds(at), type: 'trade' as const };
  const text = (value: bigint) => fromFixedPoint(value, 10);
  const sign = order.type === 'buy' ? 1n : -1n;
  const taken = {
    base: !feeCredits && order.flags === 'fcib' ? multiplyRounded(fill.volume, rate, 10) : 0n,
    quote: !feeCredits && order.flags !== 'fcib' ? fee : 0n,
  };

  enter(state, { ...line, asset: pair.quoteId, amount: text(-sign * cost), fee: text(taken.quote) });
  enter(state, { ...line, asset: pair.baseId, amount: text(sign * fill.volume), fee: text(taken.base) });
  if (feeCredits) {
    const dollars = multiplyRounded(fee, toFixedPoint(feeCredits.dollarsPerQuote.toFixed(6)), 5);
    enter(state, { ...line, asset: 'KFEE', amount: '0', fee: text(multiplyRounded(dollars, toFixedPoint('100'), 2)) });
  }
  state.trades.push({
    id,
    txid: order.txid,
    pair: pair.altname,
    type: order.type,
    time: epochSeconds(at),
    price: fromFixedPoint(fill.price, pair.priceDecimals),
    cost: fromFixedPoint(cost, pair.costDecimals),
    fee: fromFixedPoint(fee, pair.costDecimals),
    volume: fromFixedPoint(fill.volume, pair.amountDecimals),
  });
  return { ...fill, id, cost, fee };
}
