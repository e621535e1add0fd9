import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { isAbort } from './callError.ts';
import { useAskAgain } from './useAskAgain.ts';

export type Loaded<Data> = {
  readonly data: Data | undefined;
  /** `data` belongs to the current key; false while an older answer stands in. */
  readonly current: boolean;
  readonly failed: boolean;
  /** Why it failed. */
  readonly error?: unknown;
  readonly retry: () => void;
};

type LoadOptions<Data> = {
  /** An answer that is there already. */
  readonly now?: () => Data | undefined;
  /** Kept for the whole visit: lists that hardly change. */
  readonly keep?: boolean;
};

type Answer<Data> = { readonly key: string; readonly data?: Data; readonly error?: unknown };

const kept = new Map<string, unknown>();

/**
 * What a key stands for, loaded when the key changes; null loads nothing. While a new key loads, the older answer stays.
 * For the first screen alone, which has no room for a query library; later screens use TanStack Query.
 */
export function useLoaded<Data>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<Data>,
  { now, keep = false }: LoadOptions<Data> = {},
): Loaded<Data> {
  const [answer, setAnswer] = useState<Answer<Data> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const start = useEffectEvent((signal: AbortSignal) => load(signal));
  const takeNow = useEffectEvent(() => now?.());

  // Before the browser paints: what is there already is drawn in the same breath.
  useLayoutEffect(() => {
    if (key === null || kept.has(key)) return undefined;
    const settle = (data: Data) => {
      if (keep) kept.set(key, data);
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
  }, [key, keep, attempt]);

  const retry = () => {
    setAnswer(null);
    setAttempt(attempt + 1);
  };
  const current = answer !== null && answer.key === key;
  useAskAgain(current ? answer.error : undefined, retry);

  if (key !== null && kept.has(key)) {
    return { data: kept.get(key) as Data, current: true, failed: false, retry: () => undefined };
  }
  return {
    data: answer?.data,
    current: current && answer.data !== undefined,
    failed: current && answer.error !== undefined,
    error: current ? answer.error : undefined,
    retry,
  };
}
