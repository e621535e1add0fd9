/** A run of what is started again and again. */
export type Run = {
  /** Resolves with one line about how it ended. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
};

export type Restarter = {
  /** A file that it is made of has changed; it starts again once no other change has come for so long. */
  changed(file: string, quietMs: number): void;
  /** Resolves when nothing runs any longer. */
  stop(): Promise<void>;
};

/** Starts something at once and again after each change. What has ended by itself is left alone until the next one. */
export function createRestarter(start: () => Run, say: (line: string) => void): Restarter {
  let change = Promise.withResolvers<string>();
  let quiet: NodeJS.Timeout | undefined;
  const stopping = new AbortController();

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const run = start();
      let wanted = true;
      void run.ended.then((line) => {
        if (wanted) say(line);
      });
      const file = await change.promise;
      wanted = false;
      if (!stopping.signal.aborted) say(`${file} has changed.`);
      // What changes while the former run ends is in the next one.
      change = Promise.withResolvers();
      await run.stop();
    }
  }

  const working = work();
  return {
    changed(file, quietMs) {
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
