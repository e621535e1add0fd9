import { useCallback, useEffect, useRef, useState } from 'react';
import { useAskAgain } from '../../api/useAskAgain.ts';
import { currentDraft } from '../draft/draft.ts';
import { quoteSecondsLeft } from '../quote/quoteLife.ts';
import { firstRenewal, keepRenewed, type Renewal } from './keepRenewed.ts';
import { hasPurchase, renewQuote } from './renewQuote.ts';

const TICK_MS = 1000;

export type RenewedQuote = Renewal & { readonly retry: () => void };

/**
 * The purchase's quote, renewed on arrival and at zero. While `enabled` is false, or without a purchase in the draft,
 * nothing is asked. `retry` asks again after an error; amounts between two quotes are the draft's.
 */
export function useRenewedQuote(enabled = true): RenewedQuote {
  const [renewal, setRenewal] = useState<Renewal>(firstRenewal);
  const running = useRef<AbortController | null>(null);

  const start = useCallback(() => {
    running.current?.abort();
    if (!hasPurchase(currentDraft())) return;
    const abort = new AbortController();
    running.current = abort;
    void keepRenewed({
      renew: (signal) => renewQuote(currentDraft(), signal),
      secondsLeft: (quote) => quoteSecondsLeft(quote.expireTime),
      tick,
      seen: pageSeen,
      report: (change) => {
        if (!abort.signal.aborted) setRenewal((before) => merged(before, change));
      },
      signal: abort.signal,
    });
  }, []);

  useEffect(() => {
    if (!enabled) return undefined;
    start();
    return () => running.current?.abort();
  }, [enabled, start]);

  useAskAgain(renewal.error, start);
  return { ...renewal, retry: start };
}

/** The same object while nothing changes. */
function merged(before: Renewal, change: Partial<Renewal>): Renewal {
  const after = { ...before, ...change };
  return Object.entries(after).every(([name, value]) => before[name as keyof Renewal] === value) ? before : after;
}

function tick(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, TICK_MS);
  });
}

function pageSeen(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', done);
      resolve();
    };
    document.addEventListener('visibilitychange', done);
    signal.addEventListener('abort', done, { once: true });
  });
}
