import { z } from 'zod';
import { divideRounded, fits, fromFixedPoint, multiplyRounded, toFixedPoint } from './fixedPoint.ts';
import { enter, epochSeconds, type KrakenBooks, type KrakenOrder, nextId } from './krakenAccount.ts';
import { type KrakenPair, krakenTakerFees } from './listings.ts';
import type { Level } from './market.ts';

const CL_ORD_ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[\x20-\x7e]{1,18})$/i;
const decimal = z.string().regex(/^\d+(\.\d{1,10})?$/);

/** The immediate buys of AddOrder; whatever else Kraken trades is none of the sandbox's business. */
export const addOrderSchema = z.object({
  pair: z.string(),
  type: z.literal('buy'),
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
  if (worstCost > toFixedPoint(state.balances[pair.quoteId] ?? '0')) return 'EOrder:Insufficient funds';
  return undefined;
}

export type FeeCredits = { readonly dollarsPerQuote: number } | undefined;

/**
 * Matches the order against the asks at once and books what came of it; the rest is canceled. With `feeCredits` the fee
 * is taken in KFEE, a hundred of it for a dollar.
 */
export function executeOrder(
  state: KrakenBooks,
  order: AddOrder,
  pair: KrakenPair,
  market: { readonly asks: readonly Level[]; readonly at: Date; readonly feeCredits: FeeCredits },
): KrakenOrder {
  const txid = nextId(state, 'O');
  const fills = matchAsks(order, market.asks).map((fill) => bookFill(state, txid, order, pair, fill, market));
  const sum = (of: (fill: BookedFill) => bigint) => fills.reduce((total, fill) => total + of(fill), 0n);
  const executed = sum((fill) => fill.volume);
  const cost = sum((fill) => fill.cost);
  const fullyFilled = executed === toFixedPoint(order.volume);
  const average = executed === 0n ? 0n : divideRounded(cost, executed, pair.priceDecimals);
  const record: KrakenOrder = {
    txid,
    clOrdId: order.cl_ord_id ?? null,
    userref: order.userref ?? null,
    pair: pair.altname,
    orderType: order.ordertype,
    limitPrice: fromFixedPoint(toFixedPoint(order.price), pair.priceDecimals),
    volume: fromFixedPoint(toFixedPoint(order.volume), pair.amountDecimals),
    executed: fromFixedPoint(executed, pair.amountDecimals),
    cost: fromFixedPoint(cost, pair.costDecimals),
    fee: fromFixedPoint(
      sum((fill) => fill.fee),
      feeDecimals(order, pair),
    ),
    averagePrice: fromFixedPoint(average, pair.priceDecimals),
    flags: order.oflags,
    status: fullyFilled ? 'closed' : 'canceled',
    reason: fullyFilled ? null : 'IOC order not fully filled',
    openedAt: epochSeconds(market.at),
    closedAt: epochSeconds(market.at),
    trades: fills.map((fill) => fill.id),
  };
  state.orders.push(record);
  return record;
}

type Fill = { readonly price: bigint; readonly volume: bigint };
type BookedFill = Fill & { readonly id: string; readonly cost: bigint; readonly fee: bigint };

/** Best price first, never above the limit. */
function matchAsks(order: AddOrder, asks: readonly Level[]): Fill[] {
  const limit = toFixedPoint(order.price);
  const fills: Fill[] = [];
  let wanted = toFixedPoint(order.volume);
  for (const level of asks) {
    const price = toFixedPoint(level.price);
    if (wanted === 0n || price > limit) break;
    const held = toFixedPoint(level.amount);
    const volume = held < wanted ? held : wanted;
    fills.push({ price, volume });
    wanted -= volume;
  }
  return fills;
}

function feeDecimals(order: AddOrder, pair: KrakenPair): number {
  return order.oflags === 'fcib' ? pair.amountDecimals : pair.costDecimals;
}

function bookFill(
  state: KrakenBooks,
  txid: string,
  order: AddOrder,
  pair: KrakenPair,
  fill: Fill,
  { at, feeCredits }: { readonly at: Date; readonly feeCredits: FeeCredits },
): BookedFill {
  const cost = multiplyRounded(fill.price, fill.volume, pair.costDecimals);
  const rate = toFixedPoint(String(krakenTakerFees[0]?.[1] ?? 0)) / 100n;
  const inBase = order.oflags === 'fcib';
  const charged = multiplyRounded(inBase ? fill.volume : cost, rate, feeDecimals(order, pair));
  const fee = feeCredits ? 0n : charged;
  const id = nextId(state, 'T');
  const line = { refid: id, time: epochSeconds(at), type: 'trade' as const };
  const text = (value: bigint) => fromFixedPoint(value, 10);

  enter(state, { ...line, asset: pair.quoteId, amount: text(-cost), fee: text(inBase ? 0n : fee) });
  enter(state, { ...line, asset: pair.baseId, amount: text(fill.volume), fee: text(inBase ? fee : 0n) });
  if (feeCredits) {
    const dollars = multiplyRounded(
      multiplyRounded(cost, rate, 5),
      toFixedPoint(feeCredits.dollarsPerQuote.toFixed(6)),
      5,
    );
    enter(state, { ...line, asset: 'KFEE', amount: '0', fee: text(multiplyRounded(dollars, toFixedPoint('100'), 2)) });
  }
  state.trades.push({
    id,
    txid,
    pair: pair.altname,
    time: epochSeconds(at),
    price: fromFixedPoint(fill.price, pair.priceDecimals),
    cost: fromFixedPoint(cost, pair.costDecimals),
    fee: fromFixedPoint(fee, feeDecimals(order, pair)),
    volume: fromFixedPoint(fill.volume, pair.amountDecimals),
  });
  return { ...fill, id, cost, fee };
}
