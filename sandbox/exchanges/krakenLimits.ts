/** A counter that refuses what comes above `most`, and loses `perSecond` each second. */
export type Limit = { readonly most: number; readonly perSecond: number };

export const krakenTiers = ['starter', 'intermediate', 'pro'] as const;
export type KrakenTier = (typeof krakenTiers)[number];

/**
 * Of each key, and of each pair in the trading engine, by tier
 * (https://docs.kraken.com/exchange/guides/rest/ratelimits, https://docs.kraken.com/exchange/guides/general/ratelimits).
 */
export const krakenLimits: Readonly<Record<KrakenTier, { readonly rest: Limit; readonly engine: Limit }>> = {
  starter: { rest: { most: 15, perSecond: 0.33 }, engine: { most: 60, perSecond: 1 } },
  intermediate: { rest: { most: 20, perSecond: 0.5 }, engine: { most: 125, perSecond: 2.34 } },
  pro: { rest: { most: 20, perSecond: 1 }, engine: { most: 180, perSecond: 3.75 } },
};

/** What a private call adds to the counter of its key: the histories two, orders nothing, since they count in the engine. */
const REST_COSTS: Readonly<Record<string, number>> = { Ledgers: 2, TradesHistory: 2, AddOrder: 0, CancelOrder: 0 };

export function restCost(method: string): number {
  return REST_COSTS[method] ?? 1;
}

/** What cancelling an order adds to the engine's counter, by how long the order has been open. */
const CANCEL_COSTS: readonly (readonly [belowSeconds: number, cost: number])[] = [
  [5, 8],
  [10, 6],
  [15, 5],
  [45, 4],
  [90, 2],
  [300, 1],
];

export function cancelCost(openSeconds: number): number {
  return CANCEL_COSTS.find(([below]) => openSeconds < below)?.[1] ?? 0;
}

export type Counter = {
  /** Counts a call, also a refused one. Returns whether it is within the limit. */
  take(cost: number): boolean;
  /** The counter's present value. */
  counted(): number;
};

export function createCounter({ most, perSecond }: Limit, nowMs: () => number): Counter {
  let count = 0;
  let countedAt = nowMs();

  function counted(): number {
    const now = nowMs();
    count = Math.max(0, count - ((now - countedAt) * perSecond) / 1000);
    countedAt = now;
    return count;
  }

  return {
    take(cost) {
      count = counted() + cost;
      return cost === 0 || count <= most;
    },
    counted,
  };
}
