import { add, compare, type Decimal, formatDecimal, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type { Execution, ExecutionRefusal, Market, TradingVenue } from '../venuePort.ts';
import { symbolOf } from './ccxtPriceSource.ts';
import { toClOrdId } from './clientOrderId.ts';
import { assetPairSchema } from './krakenAnswers.ts';
import { createKrakenClient, type FoundOrder, type KrakenClient, type ListedMarket } from './krakenClient.ts';
import type { TradingVenueConfig } from './manifest.ts';
import { describe, KRAKEN_STATUSES, refusedOrUnknown, unavailable } from './map.ts';

/**
 * How long after sending an order may still be matched. It is shorter than the request's time-out, and than the time
 * after which another worker takes over, so that "not found" is then a fact and not a race.
 */
const DEADLINE_MS = 5_000;
const SETTLING_MS = 1_000;

/** Kraken's fee credits, in which it takes fees before anything else when the account has some. */
const FEE_CREDITS = 'KFEE';

type ExecuteRequest = Parameters<TradingVenue['execute']>[0];

/**
 * Buying at Kraken through ccxt, by immediate-or-cancel limit orders. Kraken keeps `cl_ord_id` unique among open orders
 * only, so `execute` looks for an earlier order of the same id before it sends one; that look is not enough against two
 * processes that execute the same id in the same second, which the caller's lock on its order excludes. Only the worker
 * imports this. `machineNow` is the machine's time and not the product's: the deadline goes to the exchange.
 */
export function createCcxtTradingVenue(config: TradingVenueConfig & { machineNow?: () => Date }): TradingVenue {
  const { machineNow = () => new Date() } = config;
  const client = createKrakenClient(config);
  const matchable = createMatchable(machineNow);
  const executing = new Set<string>();

  async function getExecution(clientOrderId: string, market: Market): Promise<Outcome<Execution, 'not_found'>> {
    try {
      const clOrdId = toClOrdId(clientOrderId);
      // In this order an order that closes in between is still seen.
      const open = await client.openOrders(clOrdId);
      const found = [...open, ...(open.length > 0 ? [] : await client.closedOrders(clOrdId))];
      if (found.length > 1) return { kind: 'unknown', detail: `${found.length} orders carry the id ${clientOrderId}` };
      if (found[0]) return ok(await readExecution(client, clientOrderId, market, found[0]));
      return matchable.has(clientOrderId) ? { kind: 'pending' } : refused('not_found');
    } catch (error) {
      return unavailable(error);
    }
  }

  async function send(request: ExecuteRequest, order: PreparedOrder): Promise<Outcome<Execution, ExecutionRefusal>> {
    const { clientOrderId, market } = request;
    const deadline = () => {
      const at = new Date(machineNow().getTime() + DEADLINE_MS);
      matchable.add(clientOrderId, at);
      return at;
    };
    let txid: string;
    try {
      txid = await client.addOrder({ ...order, clOrdId: toClOrdId(clientOrderId), deadline });
    } catch (error) {
      const outcome = refusedOrUnknown(error);
      if (outcome.kind !== 'unknown') matchable.remove(clientOrderId);
      return outcome;
    }
    // From here on it is taken: that it cannot be read now says nothing about it.
    try {
      const placed = await client.queryOrder(txid);
      if (!placed) return { kind: 'unknown', detail: `${txid} was taken and is not shown yet` };
      return ok(await readExecution(client, clientOrderId, market, { txid, order: placed }));
    } catch (error) {
      return { kind: 'unknown', detail: `${txid} was taken. ${describe(error)}` };
    }
  }

  return {
    id: 'kraken',
    getExecution,
    async getAsks(market) {
      try {
        const listed = await client.findMarket(symbolOf(market));
        if (!listed) return refused('not_listed');
        const asks = await client.asks(listed.id);
        return ok(asks.map(([price, amount]) => ({ price: parseDecimal(price), amount: parseDecimal(amount) })));
      } catch (error) {
        return unavailable(error);
      }
    },
    async getMarketRules(market) {
      try {
        const listed = await client.findMarket(symbolOf(market));
        return listed ? ok(marketRules(listed)) : refused('not_listed');
      } catch (error) {
        return unavailable(error);
      }
    },
    async execute(request) {
      const { clientOrderId, market } = request;
      if (executing.has(clientOrderId)) return { kind: 'pending' };
      executing.add(clientOrderId);
      try {
        const prepared = await prepareOrder(client, request);
        if (prepared.kind !== 'ok') return prepared;
        const earlier = await getExecution(clientOrderId, market);
        return earlier.kind === 'refused' ? await send(request, prepared.value) : earlier;
      } finally {
        executing.delete(clientOrderId);
      }
    },
  };
}

type PreparedOrder = { readonly pair: string; readonly volume: string; readonly price: string };

/** In the exchange's digits. An amount that has more is refused, never rounded; a limit is only ever moved down. */
async function prepareOrder(
  client: KrakenClient,
  { market, baseAmount, limitPrice }: ExecuteRequest,
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
    const price = rescale(limitPrice, priceDecimals, 'down');
    return ok({ pair: listed.id, volume: formatDecimal(volume), price: formatDecimal(price) });
  } catch (error) {
    return unavailable(error);
  }
}

/** The fee is that of the lowest volume, the most that the account can be charged. */
function marketRules(listed: ListedMarket) {
  const pair = assetPairSchema.parse(listed.info);
  return {
    takerFee: parseDecimal(String(listed.taker)),
    amountDecimals: pair.lot_decimals,
    priceDecimals: pair.pair_decimals,
    minimumBase: parseDecimal(pair.ordermin),
    minimumCost: parseDecimal(pair.costmin),
  };
}

async function readExecution(
  client: KrakenClient,
  clientOrderId: string,
  market: Market,
  { txid, order }: FoundOrder,
): Promise<Execution> {
  const status = KRAKEN_STATUSES[order.status];
  if (!status) throw new Error(`Kraken says ${order.status} of the order ${txid}`);
  const filledBase = parseDecimal(order.vol_exec);
  const fee = parseDecimal(order.fee);
  // Of a buy the fee is in the quote currency unless the order asks for the base.
  const feeCurrency = order.oflags.includes('fcib') ? market.base : market.quote;
  const paidInCredits = fee.coefficient === 0n && filledBase.coefficient > 0n;
  return {
    clientOrderId,
    venueOrderId: txid,
    status,
    filledBase,
    cost: parseDecimal(order.cost),
    fees: paidInCredits ? await feesInCredits(client, { txid, order }) : nonZero(feeCurrency, fee),
  };
}

/** A fee paid in credits shows as none on the order; only the account's ledger tells. */
async function feesInCredits(client: KrakenClient, { order }: FoundOrder): Promise<Execution['fees']> {
  const trades = new Set(order.trades);
  const start = order.opentm - 1;
  const entries = await client.tradeLedger(FEE_CREDITS, start, Math.max(order.closetm, order.opentm) + 1);
  const fee = entries
    .filter((entry) => trades.has(entry.refid))
    .reduce((sum, entry) => add(sum, parseDecimal(entry.fee)), parseDecimal('0'));
  return nonZero(FEE_CREDITS, fee);
}

function nonZero(currency: string, amount: Decimal): Execution['fees'] {
  return amount.coefficient === 0n ? [] : [{ currency, amount }];
}

/** Ids of orders that this process sent and that the exchange could still match without our having heard of it. */
function createMatchable(machineNow: () => Date) {
  const untilMs = new Map<string, number>();
  return {
    add(clientOrderId: string, deadline: Date) {
      const now = machineNow().getTime();
      for (const [id, until] of untilMs) if (until < now) untilMs.delete(id);
      untilMs.set(clientOrderId, deadline.getTime() + SETTLING_MS);
    },
    remove: (clientOrderId: string) => void untilMs.delete(clientOrderId),
    has: (clientOrderId: string) => (untilMs.get(clientOrderId) ?? 0) > machineNow().getTime(),
  };
}
