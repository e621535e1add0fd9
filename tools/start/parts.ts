import { isRunning } from '../process/processIdentity.ts';
import { type Child, lastErrorIn } from './childProcess.ts';
import type { RunDatabase } from './databaseForRun.ts';
import { stopLeftovers } from './leftovers.ts';
import type { RunFile } from './runFile.ts';

/** The processes of one run, and the order in which they end. */
export type Parts = {
  /** Notes it in the run file, so that the next run can stop it should this one be killed. */
  add(child: Child): Promise<void>;
  setDatabase(database: RunDatabase): void;
  /** Resolves with one line when a part has ended without being stopped. */
  watch(): Promise<string>;
  /** The last that was added goes first, the database last. Called again, it waits for no child any longer. */
  stop(): Promise<void>;
};

/** A server finishes the requests and jobs it has in hand. */
const STOP_PATIENCE_MS = 8_000;
const WATCH_INTERVAL_MS = 500;

export function createParts(dataDir: string, runFile: RunFile): Parts {
  const children: Child[] = [];
  let database: RunDatabase | undefined;
  let stopping: Promise<void> | undefined;
  let watching: NodeJS.Timeout | undefined;

  function lasting(): Pick<Child, 'name' | 'identity' | 'logFile'>[] {
    const server = database?.server;
    return [...children.filter(({ lasts }) => lasts), ...(server ? [{ name: 'database', ...server }] : [])];
  }

  async function stopInOrder(): Promise<void> {
    runFile.update({ stopping: true });
    for (const child of children.toReversed()) await child.stop(STOP_PATIENCE_MS);
    await stopLeftovers(dataDir, []);
    await database?.stop();
    runFile.release();
  }

  return {
    async add(child) {
      children.push(child);
      if (stopping) await child.stop(0);
      else runFile.update({ children: children.map(({ identity }) => identity) });
    },
    setDatabase(started) {
      database = started;
    },
    watch: () =>
      new Promise((resolve) => {
        watching = setInterval(() => {
          const ended = lasting().find(({ identity }) => !isRunning(identity));
          if (!ended) return;
          clearInterval(watching);
          resolve(`The ${ended.name} stopped unexpectedly${lastErrorIn(ended.logFile)} (see ${ended.logFile}).`);
        }, WATCH_INTERVAL_MS);
      }),
    stop() {
      if (stopping) void Promise.all(children.map((child) => child.stop(0)));
      clearInterval(watching);
      stopping ??= stopInOrder();
      return stopping;
    },
  };
}
