import { delimiter, join } from 'node:path';
import { anvilMissing, findAnvil, thisMachine } from '../../sandbox/chains/anvilProgram.ts';
import { OperatorError } from './operatorError.ts';

/** The PATH of what we start: programs that npm installed come before the system's. */
export function childPath(projectFolder: string, path: string | undefined): string {
  return [join(projectFolder, 'node_modules', '.bin'), ...(path ? [path] : [])].join(delimiter);
}

/** Throws an {@link OperatorError} when this machine lacks what the sandbox needs and `npm ci` brings only on Linux x64. */
export function requireMachine(path: string): void {
  if (process.platform === 'win32') {
    throw new OperatorError('Slipway is made for Linux and macOS: on Windows use the Windows Subsystem for Linux.');
  }
  const machine = thisMachine(path);
  if (findAnvil(machine) === undefined) throw new OperatorError(anvilMissing(machine));
}
