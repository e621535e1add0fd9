import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { OperatorError } from './operatorError.ts';

/** The PATH of what we start: programs that npm installed come before the system's. */
export function childPath(projectFolder: string, path: string | undefined): string {
  return [join(projectFolder, 'node_modules', '.bin'), ...(path ? [path] : [])].join(delimiter);
}

/** Throws an {@link OperatorError} when this machine lacks something that `npm ci` brings only on Linux x64. */
export function requireMachine(path: string): void {
  if (process.platform === 'win32') {
    throw new OperatorError('Slipway runs on Linux and macOS: on Windows use the Windows Subsystem for Linux.');
  }
  if (!path.split(delimiter).some((folder) => isProgram(join(folder, 'anvil')))) {
    throw new OperatorError(
      "The sandbox's local chains need anvil: on Linux x64 'npm ci' installs it, elsewhere install Foundry and put anvil on the PATH.",
    );
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
