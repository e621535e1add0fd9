import type { MarketInterface } from 'ccxt';
import type { CallPriority } from '../../callBudget.ts';
import { createMarketLoader, openExchange } from './exchange.ts';
import { createJoinedCalls } from './joinedCalls.ts';
import {
  addedSchema,
  balancesSchema,
  closedOrdersPageSchema,
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

/** `id` is Kraken's name of the pair, `info` its entry in AssetPairs. */
export type ListedMarket = Pick<MarketInterface, 'active' | 'taker' | 'info'> & { readonly id: string };

export type FoundOrder = { readonly txid: string; readonly order: KrakenOrder };

export type NewOrder = {
  /** Kraken's name of the pair. */
  readonly pair: string;
  readonly type: 'buy' | 'sell';
  readonly volume: string;
  readonly price: string;
  readonly clOrdId: string;
  /**
   * Called immediately before sending. Returns the time after which Kraken must not match the order, however late it
   * arrives; undefined to not send it.
   */
  readonly deadline: () => Promise<Date | undefined>;
};

/** Levels of the order book, enough for the size of a purchase. */
const DEPTH = 100;

/** Charges the fee in the currency that a trade brings in, so that exactly the cost (buy) or the volume (sell) leaves the account. */
const FEE_FLAGS = { buy: 'fcib', sell: 'fciq' } as const;

export type KrakenClientConfig = TradingVenueConfig & PrivateCallsConfig & KrakenListsConfig;

/**
 * Creates the client for the calls of Kraken's API for trading, balances and withdrawals. Uses ccxt's exchange-specific methods, which
 * take and return strings; the unified ones use floats and recompute the cost. ccxt signs and classifies errors.
 */
export function createKrakenClient(config: KrakenClientConfig) {
  const { apiUrl, budgetClock } = config;
  const publicApi = openExchange('kraken', { apiUrl, budgetClock });
  const loadMarkets = createMarketLoader(publicApi);
  const shareBookReading = createJoinedCalls();
  const { call, callWithRetry, takeEngineSlot, budget, stop } = createPrivateCalls(config);
  const lists = createKrakenLists(callWithRetry, config);
  const callNow = (method: string, priority: CallPriority, parameters: Readonly<Record<string, string>>) =>
    callWithRetry(
      method,
      () => priority,
      () => parameters,
    );

  return {
    ...lists,
    budget,
    stop,
    /** Returns undefined if Kraken does not list it. */
    async findMarket(symbol: string): Promise<ListedMarket | undefined> {
      await loadMarkets();
      const listed = publicApi.markets?.[symbol];
      return listed?.id === undefined ? undefined : { ...listed, id: listed.id };
    },
    /** Returns asks, best first. Concurrent callers for one market share one reading of the book. */
    asks(pair: string) {
      return shareBookReading(pair, async () => {
        const answer = await publicApi.request('Depth', 'public', 'GET', { pair, count: String(DEPTH) });
        return depthSchema.parse(answer).result[pair]?.asks ?? [];
      });
    },
    /** Returns Kraken's id of the order; undefined if it was not sent, since `deadline` returned undefined. */
    async addOrder(order: NewOrder): Promise<string | undefined> {
      await takeEngineSlot(order.pair);
      const answer = await call('AddOrder', getStartPriority, async () => {
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
    /** Cancels an order. Rejects for one that has already ended; the caller then has to query it. */
    async cancelOrder(txid: string): Promise<void> {
      await callNow('CancelOrder', 'finish', { txid });
    },
    /** Returns every ended order with the id, however old. Costs one call per id. */
    async findClosedOrders(clOrdId: string, priority: CallPriority): Promise<FoundOrder[]> {
      const answer = await callNow('ClosedOrders', priority, { cl_ord_id: clOrdId, trades: 'true' });
      return findByClOrdId(Object.entries(closedOrdersPageSchema.parse(answer).result.closed), clOrdId);
    },
    /** Returns the exchange-independent code of a currency by Kraken's name: BTC for XXBT and for XBT.F. */
    async findCode(asset: string): Promise<string> {
      await loadMarkets();
      const name = removeSpendableExtension(asset);
      return publicApi.safeCurrencyCode(name) ?? name;
    },
    /** Returns Kraken's name of a currency; undefined if it is not listed. */
    async findAsset(code: string): Promise<string | undefined> {
      await loadMarkets();
      return publicApi.currencies?.[code]?.id;
    },
    async balances(): Promise<Readonly<Record<string, string>>> {
      return balancesSchema.parse(await callNow('Balance', 'read', {})).result;
    },
    async withdrawMethods(asset: string) {
      return withdrawMethodsSchema.parse(await callNow('WithdrawMethods', 'read', { asset })).result;
    },
    async withdrawAddresses(asset: string) {
      return withdrawAddressesSchema.parse(await callNow('WithdrawAddresses', 'read', { asset })).result;
    },
    /**
     * Returns Kraken's id of the withdrawal; undefined if it was not sent, since `mayStillSend` returned false. `key`:
     * Kraken's name of an address that the account's owner has added.
     */
    async withdraw(
      request: { readonly asset: string; readonly key: string; readonly address: string; readonly amount: string },
      mayStillSend: () => Promise<boolean>,
    ): Promise<string | undefined> {
      const answer = await call('Withdraw', getStartPriority, async () =>
        (await mayStillSend()) ? request : undefined,
      );
      return answer === undefined ? undefined : withdrawnSchema.parse(answer).result.refid;
    },
    async withdrawals(asset: string, start: number): Promise<readonly KrakenWithdrawal[]> {
      const answer = await callNow('WithdrawStatus', 'read', { asset, start: String(start) });
      return withdrawalsSchema.parse(answer).result;
    },
  };
}

export type KrakenClient = ReturnType<typeof createKrakenClient>;

const getStartPriority = () => 'start' as const;

export function findByClOrdId(
  orders: Iterable<readonly [txid: string, order: KrakenOrder]>,
  clOrdId: string,
): FoundOrder[] {
  return [...orders].filter(([, order]) => order.cl_ord_id === clOrdId).map(([txid, order]) => ({ txid, order }));
}
