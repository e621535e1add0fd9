import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkCommits } from './release/checkCommits.ts';
import { createTreeCheck } from './release/typeCheckTree.ts';

/** `npm run check-commits -- RANGE`: type-checks each commit of a range, before a release (docs/upgrading.md). */
const root = fileURLToPath(new URL('../', import.meta.url));
const cache = join(root, 'node_modules/.cache/commits');
const [range] = process.argv.slice(2);

async function main(given: string): Promise<void> {
  const temporary = await mkdtemp(join(tmpdir(), 'slipway-commits-'));
  try {
    const { faults, checked, known } = await checkCommits({
      root,
      range: given,
      folder: join(temporary, 'tree'),
      passed: join(cache, 'passed'),
      check: createTreeCheck(root, cache),
      log: (line) => process.stdout.write(`${line}\n`),
    });
    for (const { commit, subject, fault } of faults) process.stderr.write(`\n${commit} ${subject}\n${fault}\n`);
    process.stdout.write(`${checked} commits checked, ${faults.length} failed; ${known} skipped: they passed before\n`);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

if (range === undefined) {
  process.stderr.write('Name the range of commits, for example: npm run check-commits -- v0.1.0..HEAD\n');
  process.exitCode = 1;
} else await main(range);
