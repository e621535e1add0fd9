/** What an endpoint can ask for by Retry-After. */
const LONGEST_ASKED_SECONDS = 3_600;

/** Retry-After (RFC 9110, 10.2.3), in seconds or as a date, within bounds; null where there is none that can be read. */
export function secondsAsked(retryAfter: string | undefined, now: Date): number | null {
  if (retryAfter === undefined) return null;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - now.getTime()) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 1), LONGEST_ASKED_SECONDS);
}
