import { useCallback, useEffect, useRef, useState } from 'react';
import { useRetryOnReconnect } from '../../api/useRetryOnReconnect.ts';
import { getDraft } from '../draft/draft.ts';
import { computeQuoteSecondsLeft } from '../quote/quoteLifetime.ts';
import { hasPurchase, renewQuote } from './renewQuote.ts';
import { initialRenewal, type Renewal, renewUntilAborted } from './renewUntilAborted.ts';

const TICK_MS = 1000;

export type RenewedQuote = Renewal & { readonly retry: () => void };

/**
 * Renews the purchase's quote on mount and on expiry. Does nothing while `enabled` is false or without a purchase in
 * the draft. `retry` repeats the request after an error; between two quotes the draft provides the amounts.
 */
export function useRenewedQuote(enabled = true): RenewedQuote {
  const [renewal, setRenewal] = useState<Renewal>(initialRenewal);
  const running = useRef<AbortController | null>(null);

  const start = useCallback(() => {
    running.current?.abort();
    if (!hasPurchase(getDraft())) return;
    const abort = new AbortController();
    running.current = abort;
    void renewUntilAborted({
      renew: (signal) => renewQuote(getDraft(), signal),
      secondsLeft: (quote) => computeQuoteSecondsLeft(quote.expireTime),
      tick: waitOneTick,
      waitUntilVisible,
      report: (change) => {
        if (!abort.signal.aborted) setRenewal((before) => mergeRenewal(before, change));
      },
      signal: abort.signal,
    });
  }, []);

  useEffect(() => {
    if (!enabled) return undefined;
    start();
    return () => running.current?.abort();
  }, [enabled, start]);

  useRetryOnReconnect(renewal.error, start);
  return { ...renewal, retry: start };
}

/** Returns the same object if nothing changed. */
function mergeRenewal(before: Renewal, change: Partial<Renewal>): Renewal {
  const after = { ...before, ...change };
  return Object.entries(after).every(([name, value]) => before[name as keyof Renewal] === value) ? before : after;
}

function waitOneTick(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, TICK_MS);
  });
}

function waitUntilVisible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve) => {
    const resolveOnceVisible = () => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', resolveOnceVisible);
      resolve();
    };
    document.addEventListener('visibilitychange', resolveOnceVisible);
    signal.addEventListener('abort', resolveOnceVisible, { once: true });
  });
}
