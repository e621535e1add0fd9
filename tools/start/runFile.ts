import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identifyProcess, isRunning, type ProcessIdentity, waitUntilGone } from '../process/processIdentity.ts';
import { OperatorError } from './operatorError.ts';

type Phase = 'starting' | 'ready' | 'stopping';

/** What `DATA_DIR/run.json` says: who runs on this folder, and which processes it has started. */
export type Run = {
  readonly owner: ProcessIdentity;
  readonly phase: Phase;
  readonly port: number;
  readonly sandboxPort: number;
  readonly children: readonly ProcessIdentity[];
};

export type RunFile = {
  /** Children of the run that held the folder before and did not end properly. */
  readonly leftChildren: readonly ProcessIdentity[];
  update(change: Partial<Pick<Run, 'phase' | 'children'>>): Promise<void>;
  release(): Promise<void>;
};

/** A run whose terminal has just been killed needs a moment to notice. */
const NOTICE_PATIENCE_MS = 2_000;
const STOP_PATIENCE_MS = 30_000;

/** Makes this process the only run on the folder, or throws an {@link OperatorError} that says which one is. */
export async function takeRunFile(
  dataDir: string,
  { port, sandboxPort }: Pick<Run, 'port' | 'sandboxPort'>,
): Promise<RunFile> {
  const file = join(dataDir, 'run.json');
  const owner = identifyProcess(process.pid);
  if (!owner) throw new Error('The system does not tell when a process started.');
  let run: Run = { owner, phase: 'starting', port, sandboxPort, children: [] };
  const leftChildren: ProcessIdentity[] = [];

  while (!(await createExclusively(file, run))) {
    const current = await readRun(file);
    if (current) {
      await letGo(file, current);
      leftChildren.push(...current.children);
    }
    await removeStale(file);
  }

  return {
    leftChildren,
    async update(change) {
      run = { ...run, ...change };
      await replace(file, run);
    },
    release: () => rm(file, { force: true }),
  };
}

/** Returns once the other run is gone. */
async function letGo(file: string, run: Run): Promise<void> {
  const deadline = performance.now() + NOTICE_PATIENCE_MS;
  while (isRunning(run.owner)) {
    if ((await readRun(file))?.phase === 'stopping' && (await waitUntilGone(run.owner, STOP_PATIENCE_MS))) return;
    if (performance.now() > deadline) {
      throw new OperatorError(
        `Slipway is running already (process ${run.owner.pid}): http://localhost:${run.port}/ and http://localhost:${run.sandboxPort}/. Stop it first, or choose another DATA_DIR, PORT and SANDBOX_PORT.`,
      );
    }
    await sleep(100);
  }
}

async function readRun(file: string): Promise<Run | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Run;
  } catch {
    return undefined;
  }
}

/** A link to a whole file either appears or fails: half a file is never read. */
async function createExclusively(file: string, run: Run): Promise<boolean> {
  const draft = await writeDraft(file, run);
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function replace(file: string, run: Run): Promise<void> {
  await rename(await writeDraft(file, run), file);
}

async function writeDraft(file: string, run: Run): Promise<string> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(run)}\n`);
  return draft;
}

/** Of two starts that see the same stale file only one moves it; had it moved a living run's, that goes back. */
async function removeStale(file: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  const moved = await readRun(aside);
  if (moved && isRunning(moved.owner)) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}
