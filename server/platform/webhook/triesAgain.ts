/** After the first try, the second and so on: over three days, as Standard Webhooks proposes. */
const AGAIN_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** Seconds from a try that was not taken to the next one; null after the last. `tries` counts that try. */
export function againAfter(tries: number): number | null {
  return AGAIN_SECONDS[tries - 1] ?? null;
}
