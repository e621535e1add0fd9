/** The `Date` header has one-second resolution, so add 500 ms, the expected truncation error. */
const HALF_SECOND_MS = 500;

let offsetMs = 0;

/** Computes the server clock's offset from a time that it sent, so that a wrong local clock does not affect deadlines. */
export function observeServerTime(iso: string, nowMs: number = Date.now()): void {
  const serverMs = Date.parse(iso);
  if (Number.isFinite(serverMs)) offsetMs = serverMs - nowMs;
}

/** Computes the server clock's offset from an answer's `Date` header; without a valid one, the offset stays. */
export function observeServerDate(header: string | null, nowMs: number = Date.now()): void {
  const serverMs = header === null ? Number.NaN : Date.parse(header);
  if (Number.isFinite(serverMs)) offsetMs = serverMs + HALF_SECOND_MS - nowMs;
}

/** Returns the server's time in milliseconds since 1970, by the last observed offset. */
export function getServerTime(nowMs: number = Date.now()): number {
  return nowMs + offsetMs;
}
