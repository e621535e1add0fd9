import type { Quote } from './renewQuote.ts';

export type Renewal = {
  /** The last quote; kept while the next one is loading. */
  readonly quote: Quote | null;
  /** null while a quote is loading or if it failed. */
  readonly secondsLeft: number | null;
  readonly updating: boolean;
  /** Error of the last quote request; null otherwise. */
  readonly error: unknown;
};

export const initialRenewal: Renewal = { quote: null, secondsLeft: null, updating: true, error: null };

type RenewalCallbacks = {
  readonly renew: (signal: AbortSignal) => Promise<Quote>;
  readonly secondsLeft: (quote: Quote) => number;
  /** Resolves when the next second is due. */
  readonly tick: () => Promise<void>;
  /** Resolves once the page is visible: a hidden page requests no quotes. */
  readonly waitUntilVisible: (signal: AbortSignal) => Promise<void>;
  readonly report: (change: Partial<Renewal>) => void;
  readonly signal: AbortSignal;
};

/** Requests a quote at once and again whenever it expires, until the signal is aborted or a request fails. */
export async function renewUntilAborted({
  renew,
  secondsLeft,
  tick,
  waitUntilVisible,
  report,
  signal,
}: RenewalCallbacks): Promise<void> {
  while (!signal.aborted) {
    report({ updating: true, secondsLeft: null, error: null });
    let quote: Quote;
    try {
      quote = await renew(signal);
    } catch (error) {
      if (!signal.aborted) report({ updating: false, error });
      return;
    }
    // A quote that arrives expired is shown for one tick; otherwise a wrong clock would cause an endless request loop.
    let left = Math.max(1, secondsLeft(quote));
    while (left > 0 && !signal.aborted) {
      report({ quote, updating: false, secondsLeft: left });
      await tick();
      left = secondsLeft(quote);
    }
    await waitUntilVisible(signal);
  }
}
