import { add, compare, type Decimal, formatDecimal, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type { ExecuteRequest, ExecutionRefusal, Fees, Market, VenueOrder } from '../venuePort.ts';
import { symbolOf } from './ccxtPriceSource.ts';
import { assetPairSchema } from './krakenAnswers.ts';
import type { FoundOrder, KrakenClient, ListedMarket, NewOrder } from './krakenClient.ts';
import { KRAKEN_STATUSES, unavailable } from './map.ts';

/** Kraken's fee credits, in which it takes fees before anything else when the account has some. */
const FEE_CREDITS = 'KFEE';

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

export async function readOrder(
  client: KrakenClient,
  market: Market,
  { txid, order }: FoundOrder,
): Promise<VenueOrder> {
  const status = KRAKEN_STATUSES[order.status];
  if (!status) throw new Error(`Kraken says ${order.status} of the order ${txid}`);
  const filledBase = parseDecimal(order.vol_exec);
  const fee = parseDecimal(order.fee);
  // The fee is in the quote currency unless the order asks for the base.
  const feeCurrency = order.oflags.includes('fcib') ? market.base : market.quote;
  const paidInCredits = fee.coefficient === 0n && filledBase.coefficient > 0n;
  return {
    venueOrderId: txid,
    status,
    filledBase,
    cost: parseDecimal(order.cost),
    fees: paidInCredits ? await feesInCredits(client, { txid, order }) : nonZero(feeCurrency, fee),
  };
}

/** A fee paid in credits shows as none on the order; only the account's ledger tells. */
async function feesInCredits(client: KrakenClient, { order }: FoundOrder): Promise<Fees> {
  const trades = new Set(order.trades);
  const start = order.opentm - 1;
  const entries = await client.tradeLedger(FEE_CREDITS, start, Math.max(order.closetm, order.opentm) + 1);
  const fee = entries
    .filter((entry) => trades.has(entry.refid))
    .reduce((sum, entry) => add(sum, parseDecimal(entry.fee)), parseDecimal('0'));
  return nonZero(FEE_CREDITS, fee);
}

function nonZero(currency: string, amount: Decimal): Fees {
  return amount.coefficient === 0n ? [] : [{ currency, amount }];
}
