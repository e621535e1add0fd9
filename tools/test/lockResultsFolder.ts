import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExclusiveLock, tryLock } from '../process/exclusiveLock.ts';
import { OperatorError } from '../start/operatorError.ts';
import { REPORT_FOLDER } from './checks.ts';

/**
 * Locks the clone's results folder for this run and deletes the results of earlier runs. Throws while another run holds the
 * lock, since concurrent runs would delete each other's reports and screenshots.
 */
export function lockResultsFolder(projectFolder: string): ExclusiveLock {
  const folder = join(projectFolder, REPORT_FOLDER);
  mkdirSync(folder, { recursive: true });
  const holderFile = join(folder, 'run.pid');
  const lock = tryLock(join(folder, 'run.lock'));
  if (!lock) {
    throw new OperatorError(
      `Another npm test is running in ${projectFolder} (process ${readFileSync(holderFile, 'utf8').trim()}). Wait until it has ended, or run this one in another clone: git clone . ../slipway-2`,
    );
  }
  writeFileSync(holderFile, `${process.pid}\n`);
  for (const name of ['journeys', 'repeated', 'logs', 'logs-of-the-run'])
    rmSync(join(folder, name), { recursive: true, force: true });
  return lock;
}
