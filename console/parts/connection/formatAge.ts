/** After this time without a message from the server, the page warns that its data is stale. */
const STALE_MS = 10_000;
/** After this time without a message, the connection is treated as lost, and an action needs a confirmation. */
const LOST_MS = 30_000;

export function isStale(updatedAt: number, now: number): boolean {
  return now - updatedAt > STALE_MS;
}

export function isLost(updatedAt: number, now: number): boolean {
  return now - updatedAt > LOST_MS;
}

/** Formats an age: `1 s`, `12 min`, `3 h`. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h`;
}
