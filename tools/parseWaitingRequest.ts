/**
 * Returns the number of the request that waits for a second approval, from the output of `npm run operate`; undefined if none
 * waits.
 */
export function parseWaitingRequest(output: string): string | undefined {
  return /request (\d+) waits for a second approval/.exec(output)?.[1];
}
