import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { PostgresAccount } from '../../tools/postgres/postgresAccount.ts';
import { identifyProcess, type ProcessIdentity } from '../../tools/process/processIdentity.ts';

export type ProgramPlan = {
  readonly command: string;
  readonly parameters: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Whom it runs as. */
  readonly account: PostgresAccount;
  readonly folder: string;
  readonly logFile: string;
};

/** Starts a program of the system's, in a session of its own; it writes to a file. */
export function startProgram({
  command,
  parameters,
  environment,
  account,
  folder,
  logFile,
}: ProgramPlan): ProcessIdentity {
  const log = openSync(logFile, 'a');
  const child = spawn(command, parameters, {
    ...account,
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  // That it did not start is seen by what never answers; unheard, the event would end us.
  child.on('error', () => undefined);
  if (child.pid === undefined) throw new Error(`${command} could not be started.`);
  return identifyProcess(child.pid) ?? { pid: child.pid, startTime: '' };
}
