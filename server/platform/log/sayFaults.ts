import type { Log } from './log.ts';

/** A fault that stays, such as a database that is away, is said so often and not with every round. */
const SAID_AGAIN_MS = 60_000;

/** Says a fault when it comes, while it stays each minute with how often it was met, and its end. */
export function sayFaults(
  { name, fault: what, end }: { readonly name: string; readonly fault: string; readonly end: string },
  log: Pick<Log, 'error' | 'info'>,
  elapsedMs: () => number = () => performance.now(),
): { one(error: unknown): void; none(): void } {
  let met: { readonly fault: string; times: number; saidAtMs: number } | undefined;
  return {
    one(error) {
      const fault = String(error);
      const now = elapsedMs();
      if (met?.fault === fault) met.times += 1;
      else met = { fault, times: 1, saidAtMs: now - SAID_AGAIN_MS };
      if (now - met.saidAtMs < SAID_AGAIN_MS) return;
      met.saidAtMs = now;
      log.error({ name, times: met.times, error }, what);
    },
    none() {
      if (met) log.info({ name, times: met.times }, end);
      met = undefined;
    },
  };
}
