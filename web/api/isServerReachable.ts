import { recordAnswer } from './connection.ts';

const HEALTH_PATH = '/healthz';
const TIMEOUT_MS = 10_000;

/**
 * Requests an answer and updates the connection state. Returns true if the server answers now; false for an error response,
 * which a proxy may send in its place.
 */
export async function isServerReachable(): Promise<boolean> {
  const isReachable = await fetch(HEALTH_PATH, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
  recordAnswer(isReachable);
  return isReachable;
}
