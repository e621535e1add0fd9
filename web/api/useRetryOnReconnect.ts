import { useEffect, useEffectEvent } from 'react';
import { isNoAnswer } from './callError.ts';
import { useConnection } from './useConnection.ts';

/** Retries a request that got no answer, once, after the server has answered another request. */
export function useRetryOnReconnect(error: unknown, ask: () => void): void {
  const due = useConnection() === 'good' && isNoAnswer(error);
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (due) askNow();
  }, [due]);
}
