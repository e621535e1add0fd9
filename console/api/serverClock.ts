/** `Date` has one-second resolution, so add 500 ms, the expected truncation error. */
const HALF_SECOND_MS = 500;

let offsetMs = 0;

/** Sets the server's clock from a time in its answer, so that a wrong local clock does not affect deadlines. */
export function observeServerTime(iso: string, nowMs: number = Date.now()): void {
  const serverMs = Date.parse(iso);
  if (Number.isFinite(serverMs)) offsetMs = serverMs - nowMs;
}

/** Sets the server's clock from an answer's `Date` header, which has whole seconds. */
export function observeServerDate(header: string | null, nowMs: number = Date.now()): void {
  const serverMs = header === null ? Number.NaN : Date.parse(header);
  if (Number.isFinite(serverMs)) offsetMs = serverMs + HALF_SECOND_MS - nowMs;
}

/** Returns the server's time in milliseconds since 1970, from its last answer. */
export function getServerTime(nowMs: number = Date.now()): number {
  return nowMs + offsetMs;
}
