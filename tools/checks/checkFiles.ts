import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { lockfileFaults } from './lockfileFaults.ts';
import { secretFaults } from './secretFaults.ts';

const LARGEST_TEXT_BYTES = 2_000_000;

/** `node tools/checks/checkFiles.ts` from the project's root: the lockfile, and secrets in any file that git would keep. */
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
  maxBuffer: 64_000_000,
})
  .split('\0')
  .filter((file) => file !== '');
const faults = [
  ...lockfileFaults(readFileSync('package-lock.json', 'utf8')),
  ...files.flatMap((file) => secretFaults(file, readText(file))),
];
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${files.length} files, ${faults.length} faults\n`);
if (faults.length > 0) process.exitCode = 1;

/** Empty for what is gone from the work tree, too large or not text. */
function readText(file: string): string {
  try {
    const bytes = readFileSync(file);
    return bytes.length > LARGEST_TEXT_BYTES || bytes.includes(0) ? '' : bytes.toString('utf8');
  } catch {
    return '';
  }
}
