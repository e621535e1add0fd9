import type { Log } from './log.ts';

/** Logs a fault each time that it is met, which the log thins out, and once its end, with how often it was met. */
export function sayFaults(
  { name, fault, end }: { readonly name: string; readonly fault: string; readonly end: string },
  log: Pick<Log, 'error' | 'info'>,
): { one(error: unknown): void; none(): void } {
  let times = 0;
  return {
    one(error) {
      times += 1;
      log.error({ name, error }, fault);
    },
    none() {
      if (times > 0) log.info({ name, times }, end);
      times = 0;
    },
  };
}
