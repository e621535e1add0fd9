import { useEffect, useState } from 'react';

const TICK_MS = 1000;

/** Counts `secondsLeft()` down to zero; restarts whenever the function changes. */
export function useSecondsLeft(secondsLeft: () => number): number {
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    const look = () => {
      const now = secondsLeft();
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(look, TICK_MS);
    look();
    return () => clearInterval(timer);
  }, [secondsLeft]);
  return left;
}
