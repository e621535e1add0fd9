/** One run of a restarted program. */
export type ProgramRun = {
  /** Resolves with one line about how it ended. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
};

export type Restarter = {
  /** Reports a changed source file; restarts once no other change has come for `quietMs`. */
  reportChange(file: string, quietMs: number): void;
  /** Resolves when nothing runs any longer. */
  stop(): Promise<void>;
};

/**
 * Starts a program immediately, and after each change stops and starts it again. A run that ends by itself is not restarted
 * before the next change.
 */
export function createRestarter(start: () => ProgramRun, print: (line: string) => void): Restarter {
  let change = Promise.withResolvers<string>();
  let quiet: NodeJS.Timeout | undefined;
  const stopping = new AbortController();

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const run = start();
      let isCurrent = true;
      void run.ended.then((line) => {
        if (isCurrent) print(line);
      });
      const file = await change.promise;
      isCurrent = false;
      if (!stopping.signal.aborted) print(`${file} has changed.`);
      // The next run includes changes made while the previous run ends.
      change = Promise.withResolvers();
      await run.stop();
    }
  }

  const working = work();
  return {
    reportChange(file, quietMs) {
      clearTimeout(quiet);
      quiet = setTimeout(() => change.resolve(file), quietMs);
    },
    async stop() {
      stopping.abort();
      clearTimeout(quiet);
      change.resolve('');
      await working;
    },
  };
}
