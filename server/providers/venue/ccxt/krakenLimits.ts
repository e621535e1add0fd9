import type { CallLimit } from '../../callBudget.ts';

/** Kraken's levels of verification for API clients, by its name for them. */
export const krakenTiers = ['starter', 'intermediate', 'pro'] as const;
export type KrakenTier = (typeof krakenTiers)[number];

/**
 * The counter of private REST calls, one for each API key
 * (https://docs.kraken.com/exchange/guides/rest/ratelimits, "REST Specific Limits").
 */
export const KRAKEN_REST_LIMITS: Readonly<Record<KrakenTier, CallLimit>> = {
  starter: { most: 15, perSecond: 0.33 },
  intermediate: { most: 20, perSecond: 0.5 },
  pro: { most: 20, perSecond: 1 },
};

/**
 * The trading engine's counter, one for each pair and account
 * (https://docs.kraken.com/exchange/guides/general/ratelimits, "Transaction Rate Limits").
 */
export const KRAKEN_ENGINE_LIMITS: Readonly<Record<KrakenTier, CallLimit>> = {
  starter: { most: 60, perSecond: 1 },
  intermediate: { most: 125, perSecond: 2.34 },
  pro: { most: 180, perSecond: 3.75 },
};

/** What a call adds to the counter of its key. `AddOrder` and `CancelOrder` count in the trading engine only. */
const REST_COSTS: Readonly<Record<string, number>> = { AddOrder: 0, CancelOrder: 0, Ledgers: 2, TradesHistory: 2 };

export function restCost(method: string): number {
  return REST_COSTS[method] ?? 1;
}

/** What placing an order adds to the engine's counter; an immediate order ends by itself and is not cancelled. */
export const ENGINE_COST_OF_ORDER = 1;

/** Kraken counts a call when it arrives, which may be sooner after the one before than it was sent. */
const KEPT_BACK = 1;

/** What this process spends of a limit. */
export function spendable({ most, perSecond }: CallLimit): CallLimit {
  return { most: most - KEPT_BACK, perSecond };
}
