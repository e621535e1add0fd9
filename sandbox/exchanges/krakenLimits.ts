/** A counter that refuses values above `most` and decreases by `perSecond` each second. */
export type Limit = { readonly most: number; readonly perSecond: number };

export const krakenTiers = ['starter', 'intermediate', 'pro'] as const;
export type KrakenTier = (typeof krakenTiers)[number];

/**
 * Limits per key (rest) and per pair in the trading engine, by tier (https://docs.kraken.com/exchange/guides/rest/ratelimits,
 * https://docs.kraken.com/exchange/guides/general/ratelimits).
 */
export const krakenLimits: Readonly<Record<KrakenTier, { readonly rest: Limit; readonly engine: Limit }>> = {
  starter: { rest: { most: 15, perSecond: 0.33 }, engine: { most: 60, perSecond: 1 } },
  intermediate: { rest: { most: 20, perSecond: 0.5 }, engine: { most: 125, perSecond: 2.34 } },
  pro: { rest: { most: 20, perSecond: 1 }, engine: { most: 180, perSecond: 3.75 } },
};

/** Cost of a private call on its key's counter: two for histories, none for orders, which count in the engine. */
const REST_COSTS: Readonly<Record<string, number>> = { Ledgers: 2, TradesHistory: 2, AddOrder: 0, CancelOrder: 0 };

export function getRestCost(method: string): number {
  return REST_COSTS[method] ?? 1;
}

/** Cost of a cancellation on the engine's counter, by the order's age. */
const CANCEL_COSTS: readonly (readonly [belowSeconds: number, cost: number])[] = [
  [5, 8],
  [10, 6],
  [15, 5],
  [45, 4],
  [90, 2],
  [300, 1],
];

export function computeCancelCost(openSeconds: number): number {
  return CANCEL_COSTS.find(([below]) => openSeconds < below)?.[1] ?? 0;
}

export type RateCounter = {
  /** Counts a call, even a refused one. Returns true if it is within the limit. */
  take(cost: number): boolean;
  /** Returns the counter's current value. */
  counted(): number;
};

export function createRateCounter({ most, perSecond }: Limit, nowMs: () => number): RateCounter {
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
