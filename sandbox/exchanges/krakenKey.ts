import { createCounter, krakenLimits, type Limit, restCost } from './krakenLimits.ts';

/** What Kraken counts of one API key, and how strictly. */
export type KrakenKeyControls = {
  /**
   * Nonces that come after a greater one are taken when they are smaller by less than this, in the units of the caller's
   * nonces; 0 as Kraken's keys have it at first (https://support.kraken.com/articles/360001148063).
   */
  setNonceWindow(width: number): void;
  /** Another limit of calls than the tier's, with a counter that begins at nothing. */
  setLimit(limit: Limit): void;
  /** What the counter says of calls that were made until now. */
  counted(): number;
};

export type KrakenKey = {
  readonly controls: KrakenKeyControls;
  /** Kraken's word when the call is not taken. */
  refuse(method: string, nonce: string): string | undefined;
};

/** Two processes with clocks that agree get by with it; an operator is told to set as much (docs/operating.md). */
const USUAL_WINDOW = 10_000;

export function createKrakenKey(
  limit: Limit = krakenLimits.starter.rest,
  nowMs: () => number = performance.now.bind(performance),
): KrakenKey {
  const nonces = createNonces();
  let counter = createCounter(limit, nowMs);
  return {
    controls: {
      setNonceWindow: nonces.setWindow,
      setLimit(next) {
        counter = createCounter(next, nowMs);
      },
      counted: () => counter.counted(),
    },
    refuse(method, nonce) {
      if (!nonces.take(nonce)) return 'EAPI:Invalid nonce';
      return counter.take(restCost(method)) ? undefined : 'EAPI:Rate limit exceeded';
    },
  };
}

/** Each nonce once, and none smaller than the greatest by the window or more. */
function createNonces() {
  const seen = new Set<number>();
  let width = USUAL_WINDOW;
  let greatest = 0;
  return {
    setWindow(next: number) {
      width = next;
    },
    take(text: string): boolean {
      const nonce = Number(text);
      if (!Number.isSafeInteger(nonce) || seen.has(nonce) || nonce <= greatest - width) return false;
      seen.add(nonce);
      greatest = Math.max(greatest, nonce);
      if (seen.size > 5_000) for (const old of seen) if (old <= greatest - USUAL_WINDOW) seen.delete(old);
      return true;
    },
  };
}
