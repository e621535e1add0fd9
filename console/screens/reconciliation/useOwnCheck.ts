import { useState } from 'react';

/**
 * How many checks that were asked for here have ended: whoever asks wants to see what comes of it. `running`: whether the worker is
 * about one, whoever's; read anew before `ask`, so that one that has ended meanwhile counts.
 */
export function useOwnCheck(running: boolean): { readonly ended: number; readonly ask: () => void } {
  const [ended, setEnded] = useState(0);
  const [isAsked, setAsked] = useState(false);
  if (isAsked && !running) {
    setAsked(false);
    setEnded(ended + 1);
  }
  return { ended, ask: () => setAsked(true) };
}
