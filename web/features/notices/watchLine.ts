import { presentLine, subscribeToLine } from '../../api/line.ts';
import { reachServer } from '../../api/reachServer.ts';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** A line that has held for so long is as good as new. */
const STEADY_MS = 60_000;

/** The pauses grow, unless the last one was planned long ago: the line has held since. */
export function nextPause(pauseMs: number, sincePlannedMs: number): number {
  return sincePlannedMs >= STEADY_MS ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
}

/** While the line is lost the server is asked for again and again, and at once when the browser has news of the network. */
export function watchLine(): void {
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
    if (presentLine() === 'good') {
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

  subscribeToLine(follow);
  addEventListener('online', networkChanged);
  addEventListener('offline', networkChanged);
  if (!navigator.onLine) networkChanged();
  follow();
}
