import { currentConnection, subscribeToConnection } from '../../api/connection.ts';
import { reachServer } from '../../api/reachServer.ts';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** After holding for so long a connection counts as steady again. */
const STEADY_MS = 60_000;

/** The pauses grow, unless the last one was planned long ago: the connection has held since. */
export function nextPause(pauseMs: number, sincePlannedMs: number): number {
  return sincePlannedMs >= STEADY_MS ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
}

/** While the connection is lost the server is asked for at growing pauses, and at once when the browser reports a change. */
export function watchConnection(): void {
  let pauseMs = FIRST_PAUSE_MS;
  let plannedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const ask = async () => {
    clearTimeout(timer);
    await reachServer();
    timer = undefined;
    follow();
  };
  const follow = () => {
    if (currentConnection() === 'good') {
      clearTimeout(timer);
      timer = undefined;
      return;
    }
    if (timer !== undefined) return;
    pauseMs = nextPause(pauseMs, Date.now() - plannedAt);
    plannedAt = Date.now();
    timer = setTimeout(() => void ask(), pauseMs);
  };
  const networkChanged = () => {
    plannedAt = Number.NEGATIVE_INFINITY;
    void ask();
  };

  subscribeToConnection(follow);
  addEventListener('online', networkChanged);
  addEventListener('offline', networkChanged);
  if (!navigator.onLine) networkChanged();
  follow();
}
