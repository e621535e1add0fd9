import type { Quote } from './renewQuote.ts';

export type Renewal = {
  /** The last quote; stays while the next one is on its way. */
  readonly quote: Quote | null;
  /** null while a quote is being asked, or when none came. */
  readonly secondsLeft: number | null;
  readonly updating: boolean;
  /** Why the last quote did not come; null otherwise. */
  readonly error: unknown;
};

export const firstRenewal: Renewal = { quote: null, secondsLeft: null, updating: true, error: null };

type Surroundings = {
  readonly renew: (signal: AbortSignal) => Promise<Quote>;
  readonly secondsLeft: (quote: Quote) => number;
  /** Resolves when the next second should be shown. */
  readonly tick: () => Promise<void>;
  /** Resolves at once while the page is visible: a hidden page asks for no quotes. */
  readonly seen: (signal: AbortSignal) => Promise<void>;
  readonly report: (change: Partial<Renewal>) => void;
  readonly signal: AbortSignal;
};

/** A quote on arrival and a new one whenever it has run out, until the signal is used or no quote comes. */
export async function keepRenewed({ renew, secondsLeft, tick, seen, report, signal }: Surroundings): Promise<void> {
  while (!signal.aborted) {
    report({ updating: true, secondsLeft: null, error: null });
    let quote: Quote;
    try {
      quote = await renew(signal);
    } catch (error) {
      if (!signal.aborted) report({ updating: false, error });
      return;
    }
    // A quote that arrives with no time left still shows for one tick, or a wrong clock would ask without pause.
    let left = Math.max(1, secondsLeft(quote));
    while (left > 0 && !signal.aborted) {
      report({ quote, updating: false, secondsLeft: left });
      await tick();
      left = secondsLeft(quote);
    }
    await seen(signal);
  }
}
