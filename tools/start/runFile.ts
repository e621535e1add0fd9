import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ExclusiveLock, tryLock } from '../process/exclusiveLock.ts';
import type { ProcessIdentity } from '../process/processIdentity.ts';
import { OperatorError } from './operatorError.ts';

/** What `DATA_DIR/run.json` says: who runs on this folder, and which processes it has started. */
type Run = {
  readonly pid: number;
  /** It is about to let go. */
  readonly stopping: boolean;
  readonly port: number;
  readonly sandboxPort: number;
  /** Of the operators' console; left out where there is none. */
  readonly consolePort?: number | undefined;
  readonly children: readonly ProcessIdentity[];
};

export type RunFile = {
  /** Children of the run that held the folder before and did not end properly. */
  readonly leftChildren: readonly ProcessIdentity[];
  update(change: Partial<Pick<Run, 'stopping' | 'children'>>): void;
  release(): void;
};

/** A run whose terminal has just been killed needs a moment to notice. */
const NOTICE_PATIENCE_MS = 2_000;
const STOP_PATIENCE_MS = 30_000;

/** Makes this process the only run on the folder, or throws an {@link OperatorError} that says which one is. */
export async function takeRunFile(
  dataDir: string,
  { port, sandboxPort, consolePort }: Pick<Run, 'port' | 'sandboxPort' | 'consolePort'>,
): Promise<RunFile> {
  const file = join(dataDir, 'run.json');
  const lock = await takeLock(dataDir, file);
  const leftChildren = readRun(file)?.children ?? [];
  let run: Run = { pid: process.pid, stopping: false, port, sandboxPort, consolePort, children: leftChildren };

  /** At once: children are noted from several places, and a kill must find either note whole. */
  function update(change: Partial<Run>): void {
    run = { ...run, ...change };
    writeFileSync(`${file}.next`, `${JSON.stringify(run)}\n`);
    renameSync(`${file}.next`, file);
  }

  update({});
  return {
    leftChildren,
    update,
    release() {
      rmSync(file, { force: true });
      lock.close();
    },
  };
}

async function takeLock(dataDir: string, file: string): Promise<ExclusiveLock> {
  const begun = performance.now();
  while (true) {
    const lock = tryLock(join(dataDir, 'run.lock'));
    if (lock) return lock;
    const holder = readRun(file);
    const patienceMs = holder?.stopping ? STOP_PATIENCE_MS : NOTICE_PATIENCE_MS;
    if (performance.now() - begun > patienceMs) {
      throw new OperatorError(
        `Slipway is running already${holder ? ` (process ${holder.pid}): http://localhost:${holder.port}/ and http://localhost:${holder.sandboxPort}/` : ''}. Stop it first, or choose another DATA_DIR, PORT and SANDBOX_PORT.`,
      );
    }
    await sleep(100);
  }
}

/** Where a run listens that goes on on this folder; undefined where there is none. */
export function readRunOn(dataDir: string): Pick<Run, 'port' | 'sandboxPort' | 'consolePort'> | undefined {
  return readRun(join(dataDir, 'run.json'));
}

function readRun(file: string): Run | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Run;
  } catch {
    return undefined;
  }
}
