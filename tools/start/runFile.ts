import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ExclusiveLock, tryLock } from '../process/exclusiveLock.ts';
import type { ProcessIdentity } from '../process/processIdentity.ts';
import { OperatorError } from './operatorError.ts';

/** Content of `DATA_DIR/run.json`: the process that runs on this folder, and the processes that it has started. */
type RunRecord = {
  readonly pid: number;
  /** True if it is about to release the folder. */
  readonly stopping: boolean;
  readonly port: number;
  readonly sandboxPort: number;
  /** Port of the operators' console; absent if there is none. */
  readonly consolePort?: number | undefined;
  readonly children: readonly ProcessIdentity[];
};

export type RunFile = {
  /** Children of the previous run on the folder, which did not end properly. */
  readonly survivors: readonly ProcessIdentity[];
  update(change: Partial<Pick<RunRecord, 'stopping' | 'children'>>): void;
  release(): void;
};

/** A run whose terminal was just killed needs a moment to notice. */
const NOTICE_PATIENCE_MS = 2_000;
const STOP_PATIENCE_MS = 30_000;

/** Makes this process the only run on the folder, or throws an {@link OperatorError} that identifies the other one. */
export async function claimRunFile(
  dataDir: string,
  { port, sandboxPort, consolePort }: Pick<RunRecord, 'port' | 'sandboxPort' | 'consolePort'>,
): Promise<RunFile> {
  const file = join(dataDir, 'run.json');
  const lock = await waitForLock(dataDir, file);
  const survivors = readRunRecord(file)?.children ?? [];
  let run: RunRecord = { pid: process.pid, stopping: false, port, sandboxPort, consolePort, children: survivors };

  /** Synchronous and atomic: children are recorded from several places, and a kill must leave a complete file. */
  function update(change: Partial<RunRecord>): void {
    run = { ...run, ...change };
    writeFileSync(`${file}.next`, `${JSON.stringify(run)}\n`);
    renameSync(`${file}.next`, file);
  }

  update({});
  return {
    survivors,
    update,
    release() {
      rmSync(file, { force: true });
      lock.close();
    },
  };
}

async function waitForLock(dataDir: string, file: string): Promise<ExclusiveLock> {
  const begun = performance.now();
  while (true) {
    const lock = tryLock(join(dataDir, 'run.lock'));
    if (lock) return lock;
    const holder = readRunRecord(file);
    const patienceMs = holder?.stopping ? STOP_PATIENCE_MS : NOTICE_PATIENCE_MS;
    if (performance.now() - begun > patienceMs) {
      throw new OperatorError(
        `Slipway is running already${holder ? ` (process ${holder.pid}): http://localhost:${holder.port}/ and http://localhost:${holder.sandboxPort}/` : ''}. Stop it first, or choose another DATA_DIR, PORT, CONSOLE_PORT and SANDBOX_PORT.`,
      );
    }
    await sleep(100);
  }
}

/** Returns the ports of the run that is active on this folder, or that was killed; undefined if there is none. */
export function readRunPorts(dataDir: string): Pick<RunRecord, 'port' | 'sandboxPort' | 'consolePort'> | undefined {
  return readRunRecord(join(dataDir, 'run.json'));
}

function readRunRecord(file: string): RunRecord | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RunRecord;
  } catch {
    return undefined;
  }
}
