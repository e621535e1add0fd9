import { compare, formatDecimal, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import type { CallPriority } from '../../callBudget.ts';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type { ExecuteRequest, ExecutionRefusal, Market, VenueOrder } from '../venuePort.ts';
import { formatMarketSymbol } from './ccxtPriceSource.ts';
import { assetPairSchema } from './krakenAnswers.ts';
import type { FoundOrder, KrakenClient, ListedMarket, NewOrder } from './krakenClient.ts';
import { readFills } from './krakenFills.ts';
import { KRAKEN_STATUSES, toUnavailable } from './map.ts';

/**
 * Returns the market's rules. The fee is that of the lowest volume tier, the highest that the account can be charged.
 */
export function readMarketRules(listed: ListedMarket) {
  const pair = assetPairSchema.parse(listed.info);
  return {
    takerFee: parseDecimal(String(listed.taker)),
    amountDecimals: pair.lot_decimals,
    priceDecimals: pair.pair_decimals,
    minimumBase: parseDecimal(pair.ordermin),
    minimumCost: parseDecimal(pair.costmin),
  };
}

export type PreparedOrder = Pick<NewOrder, 'pair' | 'type' | 'volume' | 'price'>;

/** A limit is rounded only in the operator's favor: down for a buy, up for a sale. */
const LIMIT_ROUNDING = { buy: 'down', sell: 'up' } as const;

/** Formats an order in the exchange's digits. Refuses an amount with more digits; never rounds it. */
export async function prepareOrder(
  client: KrakenClient,
  { market, side, baseAmount, limitPrice }: ExecuteRequest,
): Promise<Outcome<PreparedOrder, ExecutionRefusal>> {
  try {
    const listed = await client.findMarket(formatMarketSymbol(market));
    if (!listed) return refused('invalid_request', `${formatMarketSymbol(market)} is not listed`);
    if (listed.active !== true) return refused('market_closed');
    const { amountDecimals, priceDecimals } = readMarketRules(listed);
    const volume = rescale(baseAmount, amountDecimals, 'down');
    if (compare(volume, baseAmount) !== 0) {
      return refused('invalid_request', `the amount has more than ${amountDecimals} decimals`);
    }
    const price = rescale(limitPrice, priceDecimals, LIMIT_ROUNDING[side]);
    return ok({ pair: listed.id, type: side, volume: formatDecimal(volume), price: formatDecimal(price) });
  } catch (error) {
    return toUnavailable(error);
  }
}

/** Returns undefined while the fill is unknown: the ledger lists an order's trades a little later. */
async function readOrder(
  client: KrakenClient,
  market: Market,
  { txid, order }: FoundOrder,
  priority: CallPriority,
): Promise<VenueOrder | undefined> {
  const status = KRAKEN_STATUSES[order.status];
  if (!status) throw new Error(`Kraken returns ${order.status} for the order ${txid}`);
  const fills = await readFills(client, market, order, priority);
  if (!fills) client.forgetClosed(txid);
  return fills && { venueOrderId: txid, status, ...fills };
}

/** Returns all orders; undefined while the fill of one is unknown. */
export async function readOrders(
  client: KrakenClient,
  market: Market,
  found: readonly FoundOrder[],
  priority: CallPriority,
): Promise<readonly VenueOrder[] | undefined> {
  const orders = await Promise.all(found.map((order) => readOrder(client, market, order, priority)));
  const known = orders.filter((order) => order !== undefined);
  return known.length === orders.length ? known : undefined;
}
