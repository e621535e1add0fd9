import type { Market as ListedMarket } from 'ccxt';
import { marketLoader, openExchange } from './exchange.ts';
import {
  addedSchema,
  closedSchema,
  depthSchema,
  type KrakenOrder,
  ledgersSchema,
  openSchema,
  queriedSchema,
} from './krakenAnswers.ts';
import type { TradingVenueConfig } from './manifest.ts';

export type FoundOrder = { readonly txid: string; readonly order: KrakenOrder };

export type NewOrder = {
  /** Kraken's own name of the pair. */
  readonly pair: string;
  readonly volume: string;
  readonly price: string;
  readonly clOrdId: string;
  /** After this the order is not matched any more, however late it arrives. */
  readonly deadline: Date;
};

/** Enough levels for the size of a purchase. */
const DEPTH = 100;

/** Kraken's allowance: a burst of fifteen private calls, refilled one by one. */
const ALLOWANCE_WINDOW = 45;
const DEFAULT_RATE_LIMIT_MS = 1_000;

/**
 * The calls of Kraken's API that buying takes, through ccxt's own methods for them: those take and give strings, where the
 * unified ones go through floats and work the cost out anew. ccxt signs, limits the rate and names the errors.
 */
export function createKrakenClient(config: Omit<TradingVenueConfig, 'exchangeId'>) {
  const rateLimitMs = config.rateLimitMs ?? DEFAULT_RATE_LIMIT_MS;
  const exchange = openExchange('kraken', {
    apiKey: config.apiKey,
    secret: config.apiSecret,
    apiUrl: config.apiUrl,
    rateLimitMs,
    rateLimiterAlgorithm: 'rollingWindow',
    rollingWindowSize: ALLOWANCE_WINDOW * rateLimitMs,
    nonce: risingNonce(),
  });
  const loadMarkets = marketLoader(exchange);
  const inTurn = turns();

  /** One at a time, since Kraken refuses a nonce that comes after a greater one. */
  const call = (method: string, parameters: Readonly<Record<string, string>>): Promise<unknown> =>
    inTurn(() => exchange.request(method, 'private', 'POST', parameters, undefined, undefined, { cost: COSTS[method] ?? 3 }));

  return {
    /** `undefined` when Kraken does not list it. */
    async findMarket(symbol: string): Promise<ListedMarket> {
      await loadMarkets();
      return exchange.markets?.[symbol];
    },
    async asks(pair: string) {
      const answer = await exchange.request('Depth', 'public', 'GET', { pair, count: String(DEPTH) });
      return depthSchema.parse(answer).result[pair]?.asks ?? [];
    },
    async addOrder(order: NewOrder): Promise<string> {
      const answer = await call('AddOrder', {
        pair: order.pair,
        type: 'buy',
        ordertype: 'limit',
        volume: order.volume,
        price: order.price,
        timeinforce: 'IOC',
        // The fee comes out of what was bought, so that the cost is all that leaves in the quote currency.
        oflags: 'fcib',
        cl_ord_id: order.clOrdId,
        deadline: order.deadline.toISOString(),
      });
      return addedSchema.parse(answer).result.txid[0] ?? '';
    },
    async queryOrder(txid: string): Promise<KrakenOrder | undefined> {
      return queriedSchema.parse(await call('QueryOrders', { txid, trades: 'true' })).result[txid];
    },
    async openOrders(clOrdId: string): Promise<FoundOrder[]> {
      const answer = openSchema.parse(await call('OpenOrders', { cl_ord_id: clOrdId, trades: 'true' }));
      return named(answer.result.open, clOrdId);
    },
    async closedOrders(clOrdId: string): Promise<FoundOrder[]> {
      const answer = closedSchema.parse(await call('ClosedOrders', { cl_ord_id: clOrdId, trades: 'true' }));
      return named(answer.result.closed, clOrdId);
    },
    /** Ledger entries of one asset that belong to trades, between two times in epoch seconds. */
    async tradeLedger(asset: string, start: number, end: number) {
      const answer = await call('Ledgers', { asset, type: 'trade', start: String(start), end: String(end) });
      return Object.values(ledgersSchema.parse(answer).result.ledger);
    },
  };
}

export type KrakenClient = ReturnType<typeof createKrakenClient>;

/** Weights of the calls against the allowance, as ccxt counts them; orders have a limit of their own. */
const COSTS: Readonly<Record<string, number>> = { AddOrder: 0, Ledgers: 6 };

function named(orders: Readonly<Record<string, KrakenOrder>>, clOrdId: string): FoundOrder[] {
  return Object.entries(orders)
    .filter(([, order]) => order.cl_ord_id === clOrdId)
    .map(([txid, order]) => ({ txid, order }));
}

/** Milliseconds, and always more than before: two calls in one millisecond would share a nonce. */
function risingNonce(): () => number {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Date.now());
    return last;
  };
}

/** Runs what it is given one after another. */
function turns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = before.then(work, work);
    before = mine.catch(() => undefined);
    return mine;
  };
}
