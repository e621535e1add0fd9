import type { MarketInterface } from 'ccxt';
import { createCallAllowance } from './callAllowance.ts';
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

/** `id` is Kraken's own name of the pair, `info` what AssetPairs says of it. */
export type ListedMarket = Pick<MarketInterface, 'active' | 'taker' | 'info'> & { readonly id: string };

export type FoundOrder = { readonly txid: string; readonly order: KrakenOrder };

export type NewOrder = {
  /** Kraken's own name of the pair. */
  readonly pair: string;
  readonly volume: string;
  readonly price: string;
  readonly clOrdId: string;
  /** Asked when the order leaves: after this it is not matched any more, however late it arrives. */
  readonly deadline: () => Date;
};

/** Enough levels for the size of a purchase. */
const DEPTH = 100;

/** How many private calls Kraken remembers before it refuses more, in the first tier. */
const PRIVATE_BURST = 15;

/** What a private call counts; orders have a limit of their own. */
const PRIVATE_COSTS: Readonly<Record<string, number>> = { AddOrder: 0, Ledgers: 2 };

/**
 * The calls of Kraken's API that buying takes, through ccxt's own methods for them: those take and give strings, where the
 * unified ones go through floats and work the cost out anew. ccxt signs, limits the public rate and names the errors.
 */
export function createKrakenClient(config: Omit<TradingVenueConfig, 'exchangeId'>) {
  const { apiUrl, rateLimitMs } = config;
  const publicApi = openExchange('kraken', { apiUrl, rateLimitMs });
  const privateApi = openExchange('kraken', {
    apiUrl,
    apiKey: config.apiKey,
    secret: config.apiSecret,
    enableRateLimit: false,
    nonce: risingNonce(),
  });
  const loadMarkets = marketLoader(publicApi);
  const allowance = createCallAllowance(PRIVATE_BURST, config.privateCallEveryMs);
  const inTurn = turns();

  /** One at a time, since Kraken refuses a nonce that comes after a greater one. */
  const call = (method: string, parameters: () => Readonly<Record<string, string>>): Promise<unknown> =>
    inTurn(async () => {
      await allowance.take(PRIVATE_COSTS[method] ?? 1);
      return privateApi.request(method, 'private', 'POST', parameters());
    });

  return {
    /** `undefined` when Kraken does not list it. */
    async findMarket(symbol: string): Promise<ListedMarket | undefined> {
      await loadMarkets();
      const listed = publicApi.markets?.[symbol];
      return listed?.id === undefined ? undefined : { ...listed, id: listed.id };
    },
    async asks(pair: string) {
      const answer = await publicApi.request('Depth', 'public', 'GET', { pair, count: String(DEPTH) });
      return depthSchema.parse(answer).result[pair]?.asks ?? [];
    },
    async addOrder(order: NewOrder): Promise<string> {
      const answer = await call('AddOrder', () => ({
        pair: order.pair,
        type: 'buy',
        ordertype: 'limit',
        volume: order.volume,
        price: order.price,
        timeinforce: 'IOC',
        // The fee comes out of what was bought, so that the cost is all that leaves in the quote currency.
        oflags: 'fcib',
        cl_ord_id: order.clOrdId,
        deadline: order.deadline().toISOString(),
      }));
      return addedSchema.parse(answer).result.txid[0] ?? '';
    },
    async queryOrder(txid: string): Promise<KrakenOrder | undefined> {
      return queriedSchema.parse(await call('QueryOrders', () => ({ txid, trades: 'true' }))).result[txid];
    },
    async openOrders(clOrdId: string): Promise<FoundOrder[]> {
      const answer = openSchema.parse(await call('OpenOrders', () => ({ cl_ord_id: clOrdId, trades: 'true' })));
      return named(answer.result.open, clOrdId);
    },
    async closedOrders(clOrdId: string): Promise<FoundOrder[]> {
      const answer = closedSchema.parse(await call('ClosedOrders', () => ({ cl_ord_id: clOrdId, trades: 'true' })));
      return named(answer.result.closed, clOrdId);
    },
    /** Ledger entries of one asset that belong to trades, between two times in epoch seconds. */
    async tradeLedger(asset: string, start: number, end: number) {
      const answer = await call('Ledgers', () => ({ asset, type: 'trade', start: String(start), end: String(end) }));
      return Object.values(ledgersSchema.parse(answer).result.ledger);
    },
  };
}

export type KrakenClient = ReturnType<typeof createKrakenClient>;

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
