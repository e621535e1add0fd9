import { createRateCounter, getRestCost, krakenLimits, type Limit } from './krakenLimits.ts';

/** Nonce and rate-limit settings of one API key. */
export type KrakenKeyControls = {
  /**
   * Accepts a nonce below a greater earlier one if the difference is less than this, in units of the caller's nonces; new
   * Kraken keys have 0 (https://support.kraken.com/articles/360001148063).
   */
  setNonceWindow(width: number): void;
  /** Replaces the tier's call limit, with a new counter. */
  setLimit(limit: Limit): void;
  /** Returns the counter's current value. */
  counted(): number;
};

export type KrakenKey = {
  readonly controls: KrakenKeyControls;
  /** Uses up the nonce and counts the call. Returns Kraken's error if the call is refused, otherwise undefined. */
  refuse(method: string, nonce: string): string | undefined;
};

/** Sufficient for two processes with synchronized clocks; docs/operating/vendors.md recommends the same to operators. */
const DEFAULT_NONCE_WINDOW = 10_000;

export function createKrakenKey(
  limit: Limit = krakenLimits.starter.rest,
  nowMs: () => number = performance.now.bind(performance),
): KrakenKey {
  const nonces = createNonceCheck();
  let counter = createRateCounter(limit, nowMs);
  return {
    controls: {
      setNonceWindow: nonces.setWindow,
      setLimit(next) {
        counter = createRateCounter(next, nowMs);
      },
      counted: () => counter.counted(),
    },
    refuse(method, nonce) {
      if (!nonces.take(nonce)) return 'EAPI:Invalid nonce';
      return counter.take(getRestCost(method)) ? undefined : 'EAPI:Rate limit exceeded';
    },
  };
}

/** Accepts each nonce once, and none that is below the greatest by the window or more. */
function createNonceCheck() {
  const usedNonces = new Set<number>();
  let width = DEFAULT_NONCE_WINDOW;
  let greatest = 0;
  return {
    setWindow(next: number) {
      width = next;
    },
    take(text: string): boolean {
      const nonce = Number(text);
      if (!Number.isSafeInteger(nonce) || usedNonces.has(nonce) || nonce <= greatest - width) return false;
      usedNonces.add(nonce);
      greatest = Math.max(greatest, nonce);
      if (usedNonces.size > 5_000) for (const old of usedNonces) if (old <= greatest - width) usedNonces.delete(old);
      return true;
    },
  };
}
