import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The newest migration of the first release. Its tables were empty when it ran, so that its locks blocked nothing. */
const NEWEST_OF_FIRST_RELEASE = 32;
const OUTSIDE_TRANSACTION = '-- outside a transaction\n';

/**
 * Returns what squawk refuses in the migrations since the first release: statements that block reads or writes of a large table,
 * or break processes of the former version (https://squawkhq.com/docs/rules; exceptions in `.squawk.toml`). Also returns a line
 * for each file that squawk could not check.
 */
export function findMigrationFaults(folder: string): string[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && Number(name.slice(0, 4)) > NEWEST_OF_FIRST_RELEASE)
    .toSorted()
    .map((name) => join(folder, name));
  return files.flatMap((file) => {
    const isOutside = readFileSync(file, 'utf8').startsWith(OUTSIDE_TRANSACTION);
    const flags = isOutside ? [] : ['--assume-in-transaction'];
    const { status, stdout, stderr, error } = spawnSync('squawk', ['--reporter', 'gcc', ...flags, file], {
      encoding: 'utf8',
    });
    if (status === 0) return [];
    const lines = stdout.split('\n').filter((line) => line !== '');
    return lines.length > 0 ? lines : [`${file}: squawk failed: ${error?.message ?? stderr}`];
  });
}
