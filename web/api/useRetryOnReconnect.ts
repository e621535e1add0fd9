import { useEffect, useEffectEvent } from 'react';
import { isNoAnswer } from './callError.ts';
import { useConnection } from './useConnection.ts';

/** Retries a request that got no answer, once, after the server has answered another request. */
export function useRetryOnReconnect(error: unknown, retry: () => void): void {
  const due = useConnection() === 'good' && isNoAnswer(error);
  const retryNow = useEffectEvent(retry);
  useEffect(() => {
    if (due) retryNow();
  }, [due]);
}
