import { readFileSync } from 'node:fs';
import { lockfileFaults } from './lockfileFaults.ts';

/** `node tools/checks/checkLockfile.ts` from the project's root. */
const faults = lockfileFaults(readFileSync('package-lock.json', 'utf8'));
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exitCode = 1;
