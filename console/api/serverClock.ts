/** A `Date` header is cut to whole seconds: on average the server is half a second further. */
const HALF_SECOND_MS = 500;

let offsetMs = 0;

/** Learns the server's time from a moment that it has just named itself, so that a wrong clock here bends no deadline. */
export function observeServerTime(iso: string, nowMs: number = Date.now()): void {
  const serverMs = Date.parse(iso);
  if (Number.isFinite(serverMs)) offsetMs = serverMs - nowMs;
}

/** Learns it from the header of an answer, which has no part of a second. */
export function observeServerDate(header: string | null, nowMs: number = Date.now()): void {
  const serverMs = header === null ? Number.NaN : Date.parse(header);
  if (Number.isFinite(serverMs)) offsetMs = serverMs + HALF_SECOND_MS - nowMs;
}

/** The server's time, in milliseconds since 1970, by its last word. */
export function serverNow(nowMs: number = Date.now()): number {
  return nowMs + offsetMs;
}
