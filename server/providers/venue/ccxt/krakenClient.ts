import type { MarketInterface } from 'ccxt';
import type { CallPriority } from '../../callBudget.ts';
import { marketLoader, openExchange } from './exchange.ts';
import { createJoinedCalls } from './joinedCalls.ts';
import {
  addedSchema,
  balancesSchema,
  closedPageSchema,
  depthSchema,
  type KrakenOrder,
  type KrakenWithdrawal,
  withdrawAddressesSchema,
  withdrawalsSchema,
  withdrawMethodsSchema,
  withdrawnSchema,
} from './krakenAnswers.ts';
import { removeSpendableExtension } from './krakenAssets.ts';
import { createPrivateCalls, type PrivateCallsConfig } from './krakenCalls.ts';
import { createKrakenLists, type KrakenListsConfig } from './krakenLists.ts';
import type { TradingVenueConfig } from './manifest.ts';

/** `id` is Kraken's own name of the pair, `info` what AssetPairs says of it. */
export type ListedMarket = Pick<MarketInterface, 'active' | 'taker' | 'info'> & { readonly id: string };

export type FoundOrder = { readonly txid: string; readonly order: KrakenOrder };

export type NewOrder = {
  /** Kraken's own name of the pair. */
  readonly pair: string;
  readonly type: 'buy' | 'sell';
  readonly volume: string;
  readonly price: string;
  readonly clOrdId: string;
  /** Asked when the order leaves: after this it is not matched any more, however late it arrives. Undefined: it stays here. */
  readonly deadline: () => Promise<Date | undefined>;
};

/** Enough levels for the size of a purchase. */
const DEPTH = 100;

/** In which currency the fee is taken: out of what a trade brings in, so that what leaves is the amount or the cost alone. */
const FEE_FLAGS = { buy: 'fcib', sell: 'fciq' } as const;

export type KrakenClientConfig = TradingVenueConfig & PrivateCallsConfig & KrakenListsConfig;

/**
 * The calls of Kraken's API that buying takes, through ccxt's own methods for them: those take and give strings, where the
 * unified ones go through floats and work the cost out anew. ccxt signs, limits the public rate and names the errors.
 */
export function createKrakenClient(config: KrakenClientConfig) {
  const { apiUrl, rateLimitMs } = config;
  const publicApi = openExchange('kraken', { apiUrl, rateLimitMs });
  const loadMarkets = marketLoader(publicApi);
  const books = createJoinedCalls();
  const { call, ask, takeEngine, budget, stop } = createPrivateCalls(config);
  const lists = createKrakenLists(ask, config);
  const askNow = (method: string, priority: CallPriority, parameters: Readonly<Record<string, string>>) =>
    ask(
      method,
      () => priority,
      () => parameters,
    );

  return {
    ...lists,
    budget,
    stop,
    /** `undefined` when Kraken does not list it. */
    async findMarket(symbol: string): Promise<ListedMarket | undefined> {
      await loadMarkets();
      const listed = publicApi.markets?.[symbol];
      return listed?.id === undefined ? undefined : { ...listed, id: listed.id };
    },
    /** Many orders that look at the same market at the same time are shown the same book. */
    asks(pair: string) {
      return books(pair, async () => {
        const answer = await publicApi.request('Depth', 'public', 'GET', { pair, count: String(DEPTH) });
        return depthSchema.parse(answer).result[pair]?.asks ?? [];
      });
    },
    /** Undefined when the order might not leave. */
    async addOrder(order: NewOrder): Promise<string | undefined> {
      await takeEngine(order.pair);
      const answer = await call('AddOrder', starting, async () => {
        const deadline = await order.deadline();
        return (
          deadline && {
            pair: order.pair,
            type: order.type,
            ordertype: 'limit',
            volume: order.volume,
            price: order.price,
            timeinforce: 'IOC',
            oflags: FEE_FLAGS[order.type],
            cl_ord_id: order.clOrdId,
            deadline: deadline.toISOString(),
          }
        );
      });
      return answer === undefined ? undefined : (addedSchema.parse(answer).result.txid[0] ?? '');
    },
    /** An order that has ended already is no longer known to this call: that is for the caller to look up. */
    async cancelOrder(txid: string): Promise<void> {
      await askNow('CancelOrder', 'finish', { txid });
    },
    /** Returns every order that has ended under an id, however long ago. Costs a call for each id. */
    async closedOrdersOf(clOrdId: string, priority: CallPriority): Promise<FoundOrder[]> {
      const answer = await askNow('ClosedOrders', priority, { cl_ord_id: clOrdId, trades: 'true' });
      return findByClOrdId(Object.entries(closedPageSchema.parse(answer).result.closed), clOrdId);
    },
    /** The exchange-independent code of a currency, by Kraken's name for it: BTC for XXBT and for XBT.F. */
    async codeOf(asset: string): Promise<string> {
      await loadMarkets();
      const name = removeSpendableExtension(asset);
      return publicApi.safeCurrencyCode(name) ?? name;
    },
    /** Kraken's own name of a currency; undefined when it does not list it. */
    async assetOf(code: string): Promise<string | undefined> {
      await loadMarkets();
      return publicApi.currencies?.[code]?.id;
    },
    async balances(): Promise<Readonly<Record<string, string>>> {
      return balancesSchema.parse(await askNow('Balance', 'read', {})).result;
    },
    async withdrawMethods(asset: string) {
      return withdrawMethodsSchema.parse(await askNow('WithdrawMethods', 'read', { asset })).result;
    },
    async withdrawAddresses(asset: string) {
      return withdrawAddressesSchema.parse(await askNow('WithdrawAddresses', 'read', { asset })).result;
    },
    /** Undefined when the request might not leave. `key`: Kraken's name of an address that the account's owner has set up. */
    async withdraw(
      request: { readonly asset: string; readonly key: string; readonly address: string; readonly amount: string },
      mayStillSend: () => Promise<boolean>,
    ): Promise<string | undefined> {
      const answer = await call('Withdraw', starting, async () => ((await mayStillSend()) ? request : undefined));
      return answer === undefined ? undefined : withdrawnSchema.parse(answer).result.refid;
    },
    async withdrawals(asset: string, start: number): Promise<readonly KrakenWithdrawal[]> {
      const answer = await askNow('WithdrawStatus', 'read', { asset, start: String(start) });
      return withdrawalsSchema.parse(answer).result;
    },
  };
}

export type KrakenClient = ReturnType<typeof createKrakenClient>;

const starting = () => 'start' as const;

export function findByClOrdId(
  orders: Iterable<readonly [txid: string, order: KrakenOrder]>,
  clOrdId: string,
): FoundOrder[] {
  return [...orders].filter(([, order]) => order.cl_ord_id === clOrdId).map(([txid, order]) => ({ txid, order }));
}
