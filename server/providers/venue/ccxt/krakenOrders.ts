import { compare, formatDecimal, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import type { CallPriority } from '../../callBudget.ts';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type { ExecuteRequest, ExecutionRefusal, Market, VenueOrder } from '../venuePort.ts';
import { symbolOf } from './ccxtPriceSource.ts';
import { assetPairSchema } from './krakenAnswers.ts';
import type { FoundOrder, KrakenClient, ListedMarket, NewOrder } from './krakenClient.ts';
import { readFills } from './krakenFills.ts';
import { KRAKEN_STATUSES, unavailable } from './map.ts';

/** The fee is that of the lowest volume, the most that the account can be charged. */
export function marketRules(listed: ListedMarket) {
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

/** A limit is only ever moved to the operator's side: down for what is bought, up for what is sold. */
const LIMIT_ROUNDING = { buy: 'down', sell: 'up' } as const;

/** In the exchange's digits. An amount that has more is refused, never rounded. */
export async function prepareOrder(
  client: KrakenClient,
  { market, side, baseAmount, limitPrice }: ExecuteRequest,
): Promise<Outcome<PreparedOrder, ExecutionRefusal>> {
  try {
    const listed = await client.findMarket(symbolOf(market));
    if (!listed) return refused('invalid_request', `${symbolOf(market)} is not listed`);
    if (listed.active !== true) return refused('market_closed');
    const { amountDecimals, priceDecimals } = marketRules(listed);
    const volume = rescale(baseAmount, amountDecimals, 'down');
    if (compare(volume, baseAmount) !== 0) {
      return refused('invalid_request', `the amount has more than ${amountDecimals} decimals`);
    }
    const price = rescale(limitPrice, priceDecimals, LIMIT_ROUNDING[side]);
    return ok({ pair: listed.id, type: side, volume: formatDecimal(volume), price: formatDecimal(price) });
  } catch (error) {
    return unavailable(error);
  }
}

/** Undefined while it is not known what was filled: the account's ledger shows an order's trades a little later. */
async function readOrder(
  client: KrakenClient,
  market: Market,
  { txid, order }: FoundOrder,
  priority: CallPriority,
): Promise<VenueOrder | undefined> {
  const status = KRAKEN_STATUSES[order.status];
  if (!status) throw new Error(`Kraken says ${order.status} of the order ${txid}`);
  const fills = await readFills(client, market, order, priority);
  if (!fills) client.forgetClosed(txid);
  return fills && { venueOrderId: txid, status, ...fills };
}

/** All of them; undefined while one of them is not known. */
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
