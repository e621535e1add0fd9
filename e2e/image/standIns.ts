import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Child, readLog, startChild } from '../../tools/start/childProcess.ts';
import { childPath } from '../../tools/start/requireSandboxPrograms.ts';
import { BLOCK_SECONDS } from '../startWorld.ts';
import { waitUntil } from './waitUntil.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

/** Starts the stand-ins for external vendors and waits until they are ready. */
export async function startStandIns({
  sandboxPort,
  dataDir,
  logFile,
  environment,
}: {
  readonly sandboxPort: number;
  readonly dataDir: string;
  readonly logFile: string;
  readonly environment: Readonly<Record<string, string>>;
}): Promise<Child> {
  const sandbox = startChild({
    name: 'sandbox',
    lasts: true,
    command: [join(PROJECT, 'sandbox/main.ts')],
    folder: PROJECT,
    environment: {
      ...process.env,
      PATH: childPath(PROJECT, process.env['PATH']),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      SANDBOX_BLOCK_SECONDS: BLOCK_SECONDS,
      ...environment,
    },
    logFile,
  });
  await waitUntil('the sandbox', () => /^\{"ready":true\b/m.test(readLog(sandbox.logFile)));
  return sandbox;
}
