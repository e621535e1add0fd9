import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExclusiveLock, tryLock } from '../process/exclusiveLock.ts';
import { OperatorError } from '../start/operatorError.ts';
import { REPORT_FOLDER } from './checks.ts';

/**
 * Makes this run the only one that writes to the clone's results folder, and empties it. Throws while another run holds it:
 * concurrent runs would empty each other's reports, screenshots and builds.
 */
export function lockResultsFolder(projectFolder: string): ExclusiveLock {
  const folder = join(projectFolder, REPORT_FOLDER);
  mkdirSync(folder, { recursive: true });
  const holderFile = join(folder, 'run.pid');
  const lock = tryLock(join(folder, 'run.lock'));
  if (!lock) {
    throw new OperatorError(
      `Another npm test is running in ${projectFolder} (process ${readFileSync(holderFile, 'utf8').trim()}). Wait until it has ended, or use a clone of its own: git clone . ../slipway-2`,
    );
  }
  writeFileSync(holderFile, `${process.pid}\n`);
  for (const name of ['journeys', 'repeated', 'logs', 'logs-of-the-run'])
    rmSync(join(folder, name), { recursive: true, force: true });
  return lock;
}
