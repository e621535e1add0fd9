import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { PostgresAccount } from '../../tools/postgres/postgresAccount.ts';
import { identifyProcess, type ProcessIdentity } from '../../tools/process/processIdentity.ts';

export type ProgramPlan = {
  readonly command: string;
  readonly parameters: readonly string[];
  /** A command that runs the program elsewhere, with the account's rights. */
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
  // A failed start is noticed because nothing answers; an unhandled error event would end this process.
  child.on('error', () => undefined);
  if (child.pid === undefined) throw new Error(`${command} could not be started.`);
  return identifyProcess(child.pid) ?? { pid: child.pid, startTime: '' };
}
