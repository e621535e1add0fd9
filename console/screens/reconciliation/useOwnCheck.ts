import { useState } from 'react';

type OwnCheck = 'asked' | 'running' | undefined;

/**
 * How many checks that were asked for here have ended: whoever asks wants to see what comes of it. `running`: whether the worker is
 * about one, whoever's.
 */
export function useOwnCheck(running: boolean): { readonly ended: number; readonly ask: () => void } {
  const [ended, setEnded] = useState(0);
  const [check, setCheck] = useState<OwnCheck>();
  if (check === 'asked' && running) setCheck('running');
  if (check === 'running' && !running) {
    setCheck(undefined);
    setEnded(ended + 1);
  }
  return { ended, ask: () => setCheck('asked') };
}
