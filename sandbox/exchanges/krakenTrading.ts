import { z } from 'zod';
import { divideRounded, fromFixedPoint, hasAtMostDecimals, multiplyRounded, toFixedPoint } from './fixedPoint.ts';
import { addLedgerEntry, createKrakenId, type KrakenOrder, type KrakenState, toEpochSeconds } from './krakenAccount.ts';
import { type KrakenPair, krakenTakerFees } from './listings.ts';
import type { Level } from './market.ts';

const CL_ORD_ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[\x20-\x7e]{1,18})$/i;
const decimal = z.string().regex(/^\d+(\.\d{1,10})?$/);

/** The parameters of an immediate limit order of AddOrder; the sandbox supports no other orders. */
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

export type AddOrderRequest = z.infer<typeof addOrderSchema>;

/** Checks Kraken's rules for a limit order; returns Kraken's error, or `undefined` if the order is valid. */
export function findOrderError(state: KrakenState, order: AddOrderRequest, pair: KrakenPair): string | undefined {
  const volume = toFixedPoint(order.volume);
  const price = toFixedPoint(order.price);
  if (!hasAtMostDecimals(volume, pair.amountDecimals)) return 'EGeneral:Invalid arguments:volume';
  if (!hasAtMostDecimals(price, pair.priceDecimals)) return 'EOrder:Tick size check failed';
  if (volume < toFixedPoint(pair.minimumBase)) return 'EOrder:Order minimum not met';
  const worstCost = multiplyRounded(volume, price, pair.costDecimals);
  if (worstCost < toFixedPoint(pair.minimumCost)) return 'EOrder:Cost minimum not met';
  const [paidAsset, needed] = order.type === 'buy' ? [pair.quoteId, worstCost] : [pair.baseId, volume];
  if (needed > toFixedPoint(state.balances[paidAsset] ?? '0')) return 'EOrder:Insufficient funds';
  return undefined;
}

export type FeeCredits = { readonly dollarsPerQuote: number } | undefined;

export type TradingState = {
  /** Price levels to match the order against, best first. */
  readonly levels: readonly Level[];
  readonly at: Date;
  /** If defined, the fee is charged in KFEE, of which a hundred pay one dollar. */
  readonly feeCredits: FeeCredits;
  /** Maximum percentage that is filled. */
  readonly percent?: number;
  /** Leaves the rest open instead of canceling it, as should never happen to an immediate order. */
  readonly staysOpen?: boolean;
};

/** Matches the order immediately and books the result; cancels the rest, unless `staysOpen` is set. */
export function executeOrder(
  state: KrakenState,
  order: AddOrderRequest,
  pair: KrakenPair,
  trading: TradingState,
): KrakenOrder {
  const txid = createKrakenId(state, 'O');
  const volume = toFixedPoint(order.volume);
  const { percent = 100, at } = trading;
  const maxVolume = multiplyRounded(volume, toFixedPoint((percent / 100).toFixed(10)), pair.amountDecimals);
  const fills = matchLevels(order, maxVolume, trading.levels).map((fill) =>
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
    openedAt: toEpochSeconds(at),
    closedAt: 0,
    trades: [],
  };
  const filled = addFills(opened, pair, fills);
  const isWhole = toFixedPoint(filled.executed) === volume;
  const booked =
    !isWhole && trading.staysOpen
      ? filled
      : closeOrder(filled, isWhole ? 'closed' : 'canceled', isWhole ? null : 'IOC order not fully filled', at);
  state.orders.push(booked);
  return booked;
}

/**
 * Ends an open order: cancels it or, with `fillRest`, fills its remainder at the limit price. Returns undefined if the order is
 * not open.
 */
export function cancelOrder(
  state: KrakenState,
  txid: string,
  requirePair: (order: KrakenOrder) => KrakenPair,
  trading: Pick<TradingState, 'at' | 'feeCredits'> & { readonly fillRest: boolean },
): KrakenOrder | undefined {
  const index = state.orders.findIndex((order) => order.txid === txid && order.status === 'open');
  const order = state.orders[index];
  if (!order) return undefined;
  const ended = trading.fillRest
    ? closeOrder(applyRestFill(state, order, requirePair(order), trading), 'closed', null, trading.at)
    : closeOrder(order, 'canceled', 'User requested', trading.at);
  state.orders[index] = ended;
  return ended;
}

function applyRestFill(
  state: KrakenState,
  order: KrakenOrder,
  pair: KrakenPair,
  trading: Pick<TradingState, 'at' | 'feeCredits'>,
): KrakenOrder {
  const rest = {
    price: toFixedPoint(order.limitPrice),
    volume: toFixedPoint(order.volume) - toFixedPoint(order.executed),
  };
  return addFills(order, pair, [bookFill(state, order, pair, rest, trading)]);
}

function addFills(order: KrakenOrder, pair: KrakenPair, fills: readonly BookedFill[]): KrakenOrder {
  const sum = (before: string, read: (fill: BookedFill) => bigint) =>
    fills.reduce((total, fill) => total + read(fill), toFixedPoint(before));
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

function closeOrder(order: KrakenOrder, status: 'closed' | 'canceled', reason: string | null, at: Date): KrakenOrder {
  return { ...order, status, reason, closedAt: toEpochSeconds(at) };
}

type Fill = { readonly price: bigint; readonly volume: bigint };
type BookedFill = Fill & { readonly id: string; readonly cost: bigint; readonly fee: bigint };

/** Returns fills, best price first, never beyond the limit. */
function matchLevels(order: AddOrderRequest, maxVolume: bigint, levels: readonly Level[]): Fill[] {
  const limit = toFixedPoint(order.price);
  const fills: Fill[] = [];
  let remainingVolume = maxVolume;
  for (const level of levels) {
    const price = toFixedPoint(level.price);
    if (remainingVolume === 0n || (order.type === 'buy' ? price > limit : price < limit)) break;
    const available = toFixedPoint(level.amount);
    const volume = available < remainingVolume ? available : remainingVolume;
    fills.push({ price, volume });
    remainingVolume -= volume;
  }
  return fills;
}

type FilledOrder = Pick<KrakenOrder, 'txid' | 'type' | 'flags'>;

function bookFill(
  state: KrakenState,
  order: FilledOrder,
  pair: KrakenPair,
  fill: Fill,
  { at, feeCredits }: Pick<TradingState, 'at' | 'feeCredits'>,
): BookedFill {
  const cost = multiplyRounded(fill.price, fill.volume, pair.costDecimals);
  const rate = toFixedPoint(String(krakenTakerFees[0]?.[1] ?? 0)) / 100n;
  // Orders and trades state the fee in the quote currency, regardless of the ledger's currency (krakenAccount.ts).
  const fee = multiplyRounded(cost, rate, pair.costDecimals);
  const id = createKrakenId(state, 'T');
  const line = { refid: id, time: toEpochSeconds(at), type: 'trade' as const };
  const text = (value: bigint) => fromFixedPoint(value, 10);
  const sign = order.type === 'buy' ? 1n : -1n;
  const ledgerFees = {
    base: !feeCredits && order.flags === 'fcib' ? multiplyRounded(fill.volume, rate, 10) : 0n,
    quote: !feeCredits && order.flags !== 'fcib' ? fee : 0n,
  };

  addLedgerEntry(state, { ...line, asset: pair.quoteId, amount: text(-sign * cost), fee: text(ledgerFees.quote) });
  addLedgerEntry(state, { ...line, asset: pair.baseId, amount: text(sign * fill.volume), fee: text(ledgerFees.base) });
  if (feeCredits) {
    const dollars = multiplyRounded(fee, toFixedPoint(feeCredits.dollarsPerQuote.toFixed(6)), 5);
    addLedgerEntry(state, {
      ...line,
      asset: 'KFEE',
      amount: '0',
      fee: text(multiplyRounded(dollars, toFixedPoint('100'), 2)),
    });
  }
  state.trades.push({
    id,
    txid: order.txid,
    pair: pair.altname,
    type: order.type,
    time: toEpochSeconds(at),
    price: fromFixedPoint(fill.price, pair.priceDecimals),
    cost: fromFixedPoint(cost, pair.costDecimals),
    fee: fromFixedPoint(fee, pair.costDecimals),
    volume: fromFixedPoint(fill.volume, pair.amountDecimals),
  });
  return { ...fill, id, cost, fee };
}
