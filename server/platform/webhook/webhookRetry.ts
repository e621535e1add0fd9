/** Delays after the first try, the second and so on: over three days in total, as Standard Webhooks suggests. */
const RETRY_DELAYS_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** Returns the seconds from a failed try to the next one; null after the last. `tries` includes the failed one. */
export function getWebhookRetryDelay(tries: number): number | null {
  return RETRY_DELAYS_SECONDS[tries - 1] ?? null;
}
