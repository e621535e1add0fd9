/** A `Date` header is cut to whole seconds: on average the server is half a second further. */
const HALF_SECOND_MS = 500;

let offsetMs = 0;

/** Learns the server's time from the header of an answer, so that a wrong clock in the browser bends no countdown. */
export function observeServerDate(header: string | null, nowMs: number = Date.now()): void {
  const serverMs = header === null ? Number.NaN : Date.parse(header);
  if (Number.isFinite(serverMs)) offsetMs = serverMs + HALF_SECOND_MS - nowMs;
}

/** The server's time, in milliseconds since 1970, by the last answer. */
export function serverNow(nowMs: number = Date.now()): number {
  return nowMs + offsetMs;
}

/** Whole seconds until an epoch second of the server, never negative. */
export function secondsUntil(epochSeconds: number, nowMs: number = Date.now()): number {
  return Math.max(0, Math.ceil((epochSeconds * 1000 - serverNow(nowMs)) / 1000));
}
