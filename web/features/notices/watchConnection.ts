import { getConnection, subscribeToConnection } from '../../api/connection.ts';
import { isServerReachable } from '../../api/isServerReachable.ts';

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
/** After this time without a loss, the connection is considered stable again. */
const STABLE_AFTER_MS = 60_000;

/** Returns the next pause: twice the last one, or the first one again if the last poll was planned at least a minute ago. */
export function computeNextPause(pauseMs: number, sincePlannedMs: number): number {
  return sincePlannedMs >= STABLE_AFTER_MS ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, MAX_PAUSE_MS);
}

/** Polls the server with growing pauses while the connection is lost, and at once when the browser reports a change. */
export function watchConnection(): void {
  let pauseMs = FIRST_PAUSE_MS;
  let plannedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const pollConnection = async () => {
    clearTimeout(timer);
    await isServerReachable();
    timer = undefined;
    schedulePoll();
  };
  const schedulePoll = () => {
    if (getConnection() === 'good') {
      clearTimeout(timer);
      timer = undefined;
      return;
    }
    if (timer !== undefined) return;
    pauseMs = computeNextPause(pauseMs, Date.now() - plannedAt);
    plannedAt = Date.now();
    timer = setTimeout(() => void pollConnection(), pauseMs);
  };
  const handleNetworkChange = () => {
    plannedAt = Number.NEGATIVE_INFINITY;
    void pollConnection();
  };

  subscribeToConnection(schedulePoll);
  addEventListener('online', handleNetworkChange);
  addEventListener('offline', handleNetworkChange);
  if (!navigator.onLine) handleNetworkChange();
  schedulePoll();
}
