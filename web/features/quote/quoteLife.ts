import { secondsUntil } from '../../api/serverClock.ts';

export const QUOTE_LIFE_SECONDS = 60;

/** Whole seconds that a quote still holds; a clock that is a second off gives it no longer life than it has. */
export function quoteSecondsLeft(expireTime: number): number {
  return Math.min(QUOTE_LIFE_SECONDS, secondsUntil(expireTime));
}
