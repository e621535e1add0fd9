import { isRunning } from '../process/processIdentity.ts';
import { type Child, readLastError } from './childProcess.ts';
import { stopLeftoverProcesses } from './leftoverProcesses.ts';
import type { RunDatabase } from './openRunDatabase.ts';
import type { RunFile } from './runFile.ts';

/** The processes of one run, and the order in which they are stopped. */
export type RunProcesses = {
  /** Records the child in the run file, so that the next run can stop it if this one is killed. During a stop, kills the child. */
  add(child: Child): Promise<void>;
  setDatabase(database: RunDatabase): void;
  /** Resolves with one line for the terminal when a part has ended unexpectedly. */
  watch(): Promise<string>;
  /** Stops the parts in reverse order, the database last. A second call no longer waits for the children. */
  stop(): Promise<void>;
};

/** Enough for a server to finish its current requests and jobs. */
const STOP_PATIENCE_MS = 8_000;
const WATCH_INTERVAL_MS = 500;

export function createRunProcesses(dataDir: string, runFile: RunFile): RunProcesses {
  const children: Child[] = [];
  let database: RunDatabase | undefined;
  let stopping: Promise<void> | undefined;
  let watching: NodeJS.Timeout | undefined;

  function listLasting(): Pick<Child, 'name' | 'identity' | 'logFile'>[] {
    const server = database?.server;
    return [...children.filter(({ lasts }) => lasts), ...(server ? [{ name: 'database', ...server }] : [])];
  }

  async function stopInOrder(): Promise<void> {
    runFile.update({ stopping: true });
    for (const child of children.toReversed()) await child.stop(STOP_PATIENCE_MS);
    await stopLeftoverProcesses(dataDir, []);
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
          const ended = listLasting().find(({ identity }) => !isRunning(identity));
          if (!ended) return;
          clearInterval(watching);
          resolve(`The ${ended.name} stopped unexpectedly${readLastError(ended.logFile)} (see ${ended.logFile}).`);
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
