import type { CallLimit } from '../../callBudget.ts';

/** Kraken's verification tiers of API clients. */
export const krakenTiers = ['starter', 'intermediate', 'pro'] as const;
export type KrakenTier = (typeof krakenTiers)[number];

/**
 * Limits of private REST calls, one counter per API key (https://docs.kraken.com/exchange/guides/rest/ratelimits, "REST
 * Specific Limits").
 */
export const KRAKEN_REST_LIMITS: Readonly<Record<KrakenTier, CallLimit>> = {
  starter: { most: 15, perSecond: 0.33 },
  intermediate: { most: 20, perSecond: 0.5 },
  pro: { most: 20, perSecond: 1 },
};

/**
 * Limits of the trading engine, one counter per pair and account
 * (https://docs.kraken.com/exchange/guides/general/ratelimits, "Transaction Rate Limits").
 */
export const KRAKEN_ENGINE_LIMITS: Readonly<Record<KrakenTier, CallLimit>> = {
  starter: { most: 60, perSecond: 1 },
  intermediate: { most: 125, perSecond: 2.34 },
  pro: { most: 180, perSecond: 3.75 },
};

/** Cost of a call in the counter of its key. `AddOrder` and `CancelOrder` count in the trading engine only. */
const REST_COSTS: Readonly<Record<string, number>> = { AddOrder: 0, CancelOrder: 0, Ledgers: 2, TradesHistory: 2 };

export function getRestCost(method: string): number {
  return REST_COSTS[method] ?? 1;
}

/** Cost of an order in the engine's counter; an immediate order ends without a cancellation. */
export const ENGINE_COST_OF_ORDER = 1;

/**
 * Reserve, because Kraken counts a call on arrival, so the interval to the previous one may be shorter than at sending.
 */
const RESERVED_CALLS = 1;

/** Returns the part of a limit that this process uses. */
export function subtractReserve({ most, perSecond }: CallLimit): CallLimit {
  return { most: most - RESERVED_CALLS, perSecond };
}
