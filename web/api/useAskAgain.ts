import { useEffect, useEffectEvent } from 'react';
import { isNoAnswer } from './callError.ts';
import { useConnection } from './useConnection.ts';

/** What got no answer is asked again by itself, once, when the server has answered something else. */
export function useAskAgain(error: unknown, ask: () => void): void {
  const due = useConnection() === 'good' && isNoAnswer(error);
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (due) askNow();
  }, [due]);
}
