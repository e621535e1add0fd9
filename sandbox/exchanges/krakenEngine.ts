import { computeCancelCost, createRateCounter, type Limit, type RateCounter } from './krakenLimits.ts';

/** The rate counters of Kraken's trading engine, one per pair, shared by all API keys of the account. */
export type KrakenEngine = {
  /** Counts an order; returns false if the pair's counter exceeds its limit. */
  takeOrder(pair: string): boolean;
  takeCancellation(pair: string, openSeconds: number): boolean;
};

export function createKrakenEngine(limit: Limit, nowMs: () => number): KrakenEngine {
  const counters = new Map<string, RateCounter>();
  const findCounter = (pair: string): RateCounter => {
    const counter = counters.get(pair) ?? createRateCounter(limit, nowMs);
    counters.set(pair, counter);
    return counter;
  };
  return {
    takeOrder: (pair) => findCounter(pair).take(1),
    takeCancellation: (pair, openSeconds) => findCounter(pair).take(computeCancelCost(openSeconds)),
  };
}
