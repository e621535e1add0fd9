import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { PostgresAccount } from '../../tools/postgres/postgresAccount.ts';
import { identifyProcess, type ProcessIdentity } from '../../tools/process/processIdentity.ts';

export type ProgramPlan = {
  readonly command: string;
  readonly parameters: readonly string[];
  /** A command that runs the program, for example in another network namespace, and that itself switches to the account. */
  readonly prefix?: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** The account that runs the program. */
  readonly account: PostgresAccount;
  readonly folder: string;
  readonly logFile: string;
};

/** Starts a system program in a separate session, with its output in a file. */
export function startProgram({
  command,
  parameters,
  prefix = [],
  environment,
  account,
  folder,
  logFile,
}: ProgramPlan): ProcessIdentity {
  const log = openSync(logFile, 'a');
  const [program = command, ...rest] = [...prefix, command, ...parameters];
  const child = spawn(program, rest, {
    ...(prefix.length === 0 && account),
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  // Callers detect a failed start, since nothing answers. An unhandled error event would end this process.
  child.on('error', () => undefined);
  if (child.pid === undefined) throw new Error(`${command} could not be started.`);
  return identifyProcess(child.pid) ?? { pid: child.pid, startTime: '' };
}
