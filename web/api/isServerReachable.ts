import { recordAnswer } from './connection.ts';

const HEALTH_PATH = '/healthz';
const TIMEOUT_MS = 10_000;

/** Returns true if the server itself answers now; an answer from a proxy in front of it does not count. */
export async function isServerReachable(): Promise<boolean> {
  const came = await fetch(HEALTH_PATH, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
  recordAnswer(came);
  return came;
}
