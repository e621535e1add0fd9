import { computeSecondsUntil } from '../../api/serverClock.ts';

export const QUOTE_LIFETIME_SECONDS = 60;

/** Returns the whole seconds until a quote expires, capped at the quote's lifetime in case the local clock is slow. */
export function computeQuoteSecondsLeft(expireTime: number): number {
  return Math.min(QUOTE_LIFETIME_SECONDS, computeSecondsUntil(expireTime));
}
