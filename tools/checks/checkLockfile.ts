import { readFileSync } from 'node:fs';
import { findLockfileFaults } from './findLockfileFaults.ts';

/** `node tools/checks/checkLockfile.ts` from the project's root: prints each fault of package-lock.json; if any, exits with 1. */
const faults = findLockfileFaults(readFileSync('package-lock.json', 'utf8'));
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
