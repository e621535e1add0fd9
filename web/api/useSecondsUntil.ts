import { useEffect, useState } from 'react';
import { computeSecondsUntil } from './serverClock.ts';

/** Short enough that the display changes with the second, even after a slow frame. */
const TICK_MS = 250;

/** Returns the whole seconds until a time in the server's epoch seconds, updated live; null without one. */
export function useSecondsUntil(epochSeconds: number | null): number | null {
  const [seconds, setSeconds] = useState(() => (epochSeconds === null ? null : computeSecondsUntil(epochSeconds)));
  useEffect(() => {
    const show = () => setSeconds(epochSeconds === null ? null : computeSecondsUntil(epochSeconds));
    show();
    if (epochSeconds === null) return undefined;
    const timer = setInterval(show, TICK_MS);
    return () => clearInterval(timer);
  }, [epochSeconds]);
  return seconds;
}
