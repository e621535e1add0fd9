/** The `Date` header has one-second resolution, so 500 ms, the expected truncation error, is added. */
const HALF_SECOND_MS = 500;

let offsetMs = 0;

/** Updates the server's clock offset from a `Date` header, so that a wrong local clock does not distort countdowns. */
export function observeServerDate(header: string | null, nowMs: number = Date.now()): void {
  const serverMs = header === null ? Number.NaN : Date.parse(header);
  if (Number.isFinite(serverMs)) offsetMs = serverMs + HALF_SECOND_MS - nowMs;
}

/** Returns the server's time in epoch milliseconds, based on the last answer. */
export function getServerTime(nowMs: number = Date.now()): number {
  return nowMs + offsetMs;
}

/** Returns the whole seconds until a time in the server's epoch seconds, never negative. */
export function computeSecondsUntil(epochSeconds: number, nowMs: number = Date.now()): number {
  return Math.max(0, Math.ceil((epochSeconds * 1000 - getServerTime(nowMs)) / 1000));
}
