/** What Kraken counts of one API key, and how strictly. */
export type KrakenKeyControls = {
  /**
   * Nonces that come after a greater one are taken when they are smaller by less than this, in the units of the caller's
   * nonces; 0 as Kraken's keys have it at first (https://support.kraken.com/articles/360001148063).
   */
  setNonceWindow(width: number): void;
  /** Calls from now on count: `most` at once, one forgotten each `forgetEveryMs`. Undefined: they do not. */
  setAllowance(allowance: { readonly most: number; readonly forgetEveryMs: number } | undefined): void;
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

/** https://docs.kraken.com/exchange/guides/rest/ratelimits: the histories count two, orders have a limit of their own. */
const COSTS: Readonly<Record<string, number>> = { Ledgers: 2, TradesHistory: 2, AddOrder: 0, CancelOrder: 0 };

export function createKrakenKey(nowMs: () => number = performance.now.bind(performance)): KrakenKey {
  const nonces = createNonces();
  let allowance: { readonly most: number; readonly forgetEveryMs: number } | undefined;
  let count = 0;
  let countedAt = nowMs();

  function forget(): void {
    const now = nowMs();
    if (allowance) count = Math.max(0, count - (now - countedAt) / allowance.forgetEveryMs);
    countedAt = now;
  }

  return {
    controls: {
      setNonceWindow: nonces.setWindow,
      setAllowance(next) {
        allowance = next;
        count = 0;
        countedAt = nowMs();
      },
      counted() {
        forget();
        return count;
      },
    },
    refuse(method, nonce) {
      if (!nonces.take(nonce)) return 'EAPI:Invalid nonce';
      forget();
      count += COSTS[method] ?? 1;
      return allowance && count > allowance.most ? 'EAPI:Rate limit exceeded' : undefined;
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
