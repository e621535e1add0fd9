import type { Log } from './log.ts';

/** Logs each occurrence of a fault (the log omits most repetitions), and its end once, with the count. */
export function createFaultLogger(
  { name, fault, end }: { readonly name: string; readonly fault: string; readonly end: string },
  log: Pick<Log, 'error' | 'info'>,
): { logFault(error: unknown): void; logEnd(): void } {
  let times = 0;
  return {
    logFault(error) {
      times += 1;
      log.error({ name, error }, fault);
    },
    logEnd() {
      if (times > 0) log.info({ name, times }, end);
      times = 0;
    },
  };
}
