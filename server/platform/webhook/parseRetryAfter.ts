/** Upper limit for an endpoint's Retry-After. */
const MAX_RETRY_AFTER_SECONDS = 3_600;

/** Parses Retry-After (RFC 9110, 10.2.3), in seconds or as a date, clamped; null if it is missing or invalid. */
export function parseRetryAfter(retryAfter: string | undefined, now: Date): number | null {
  if (retryAfter === undefined) return null;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - now.getTime()) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 1), MAX_RETRY_AFTER_SECONDS);
}
