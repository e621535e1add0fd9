import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { isAbort } from './callError.ts';
import { useRetryOnReconnect } from './useRetryOnReconnect.ts';

export type Loaded<Data> = {
  readonly data: Data | undefined;
  /** `data` belongs to the current key; false while an older answer is shown. */
  readonly current: boolean;
  readonly failed: boolean;
  /** Cause of the failure. */
  readonly error?: unknown;
  readonly retry: () => void;
};

type LoadOptions<Data> = {
  /** Returns an answer that is already available. */
  readonly takeAvailable?: () => Data | undefined;
  /** Keeps the answer for the whole visit, for lists that rarely change. */
  readonly cachesForVisit?: boolean;
};

type Answer<Data> = { readonly key: string; readonly data?: Data; readonly error?: unknown };

const cachedAnswers = new Map<string, unknown>();

/**
 * Loads the data of a key whenever the key changes; null loads nothing. The previous answer stays while a new key
 * loads. A request without an answer is repeated when the connection returns. Only for the first screen, whose bundle
 * is too small for a query library; later screens use TanStack Query.
 */
export function useLoaded<Data>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<Data>,
  { takeAvailable, cachesForVisit = false }: LoadOptions<Data> = {},
): Loaded<Data> {
  const [answer, setAnswer] = useState<Answer<Data> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const start = useEffectEvent((signal: AbortSignal) => load(signal));
  const takeNow = useEffectEvent(() => takeAvailable?.());

  // Runs before the browser paints, so that an available answer is rendered at once.
  useLayoutEffect(() => {
    if (key === null || cachedAnswers.has(key)) return undefined;
    const settle = (data: Data) => {
      if (cachesForVisit) cachedAnswers.set(key, data);
      setAnswer({ key, data });
    };
    const ready = takeNow();
    if (ready !== undefined) {
      settle(ready);
      return undefined;
    }
    const abort = new AbortController();
    start(abort.signal).then(settle, (error: unknown) => {
      if (!isAbort(error)) setAnswer({ key, error });
    });
    return () => abort.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another attempt asks for the same key again
  }, [key, cachesForVisit, attempt]);

  const retry = () => {
    setAnswer(null);
    setAttempt(attempt + 1);
  };
  const current = answer !== null && answer.key === key;
  useRetryOnReconnect(current ? answer.error : undefined, retry);

  if (key !== null && cachedAnswers.has(key)) {
    return { data: cachedAnswers.get(key) as Data, current: true, failed: false, retry: () => undefined };
  }
  return {
    data: answer?.data,
    current: current && answer.data !== undefined,
    failed: current && answer.error !== undefined,
    error: current ? answer.error : undefined,
    retry,
  };
}
