import { noteAnswer } from './connection.ts';

const ALIVE_PATH = '/healthz';
const PATIENCE_MS = 10_000;

/** Whether the server is there, right now: an answer of something before it does not count. */
export async function reachServer(): Promise<boolean> {
  const came = await fetch(ALIVE_PATH, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
  noteAnswer(came);
  return came;
}
