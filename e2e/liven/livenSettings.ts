import { resolve } from 'node:path';
import { OperatorError } from '../../tools/start/operatorError.ts';
import { readRunPorts } from '../../tools/start/runFile.ts';

/** Addresses of the running product to fill. */
export type LivenSettings = {
  readonly origin: string;
  readonly sandboxPort: number;
  readonly deskUrl: string;
  readonly consoleUrl: string;
  /** The folder in which `npm run operate` finds the embedded database. */
  readonly dataDir: string;
};

/**
 * Reads the ports that the run on DATA_DIR has recorded. Throws an {@link OperatorError} if nothing runs there, or the run has no
 * console.
 */
export function readLivenSettings(
  environment: Readonly<Record<string, string | undefined>>,
  folder: string,
  runOn: typeof readRunPorts = readRunPorts,
): LivenSettings {
  const dataDir = resolve(folder, environment['DATA_DIR'] || '.data');
  const run = runOn(dataDir);
  if (!run) throw new OperatorError(`Nothing runs on ${dataDir}: run npm start first, or set DATA_DIR to its folder.`);
  if (run.consolePort === undefined)
    throw new OperatorError('This run has no console: stop it, and run npm start without an empty CONSOLE_PORT.');
  return {
    origin: `http://localhost:${run.port}`,
    sandboxPort: run.sandboxPort,
    deskUrl: `http://localhost:${run.sandboxPort}`,
    consoleUrl: `http://localhost:${run.consolePort}/console/`,
    dataDir,
  };
}
