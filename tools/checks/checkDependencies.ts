import { readFileSync } from 'node:fs';
import { findDependencyFaults } from '../dependencies/findDependencyFaults.ts';
import { readLockfile } from '../dependencies/lockfile.ts';

/** `node tools/checks/checkDependencies.ts` from the project's root: prints each fault, and exits with status 1 if there is one. */
const faults = findDependencyFaults(
  readLockfile(readFileSync('package-lock.json', 'utf8')),
  readFileSync('.npmrc', 'utf8'),
);
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
