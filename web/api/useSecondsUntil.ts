import { useEffect, useState } from 'react';
import { secondsUntil } from './serverClock.ts';

/** Often enough that the figure changes with the second, also after a slow frame. */
const TICK_MS = 250;

/** Whole seconds until an epoch second of the server, ticking; null without one. */
export function useSecondsUntil(epochSeconds: number | null): number | null {
  const [seconds, setSeconds] = useState(() => (epochSeconds === null ? null : secondsUntil(epochSeconds)));
  useEffect(() => {
    const show = () => setSeconds(epochSeconds === null ? null : secondsUntil(epochSeconds));
    show();
    if (epochSeconds === null) return undefined;
    const timer = setInterval(show, TICK_MS);
    return () => clearInterval(timer);
  }, [epochSeconds]);
  return seconds;
}
