import { delimiter, join } from 'node:path';
import { findAnvil, formatAnvilMissing, getCurrentMachine } from '../../sandbox/chains/evm/anvilProgram.ts';
import { OperatorError } from './operatorError.ts';

/** Returns the PATH for child processes, in which programs that npm installed precede the system's. */
export function childPath(projectFolder: string, path: string | undefined): string {
  return [join(projectFolder, 'node_modules', '.bin'), ...(path ? [path] : [])].join(delimiter);
}

/**
 * Throws an {@link OperatorError} on Windows, and if this machine lacks Anvil, which the sandbox needs and `npm ci` installs only
 * on Linux x64.
 */
export function requireSandboxPrograms(path: string): void {
  if (process.platform === 'win32') {
    throw new OperatorError('Slipway is made for Linux and macOS: on Windows use the Windows Subsystem for Linux.');
  }
  const machine = getCurrentMachine(path);
  if (findAnvil(machine) === undefined) throw new OperatorError(formatAnvilMissing(machine));
}
