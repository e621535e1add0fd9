import { type Counter, cancelCost, createCounter, type Limit } from './krakenLimits.ts';

/** The trading engine's counters, one for each pair, which all keys of the account share. */
export type KrakenEngine = {
  /** Counts an order; false when the pair's counter is above its limit. */
  takeOrder(pair: string): boolean;
  takeCancellation(pair: string, openSeconds: number): boolean;
};

export function createKrakenEngine(limit: Limit, nowMs: () => number): KrakenEngine {
  const counters = new Map<string, Counter>();
  const counterOf = (pair: string): Counter => {
    const counter = counters.get(pair) ?? createCounter(limit, nowMs);
    counters.set(pair, counter);
    return counter;
  };
  return {
    takeOrder: (pair) => counterOf(pair).take(1),
    takeCancellation: (pair, openSeconds) => counterOf(pair).take(cancelCost(openSeconds)),
  };
}
