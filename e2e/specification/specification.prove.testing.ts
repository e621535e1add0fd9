import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordProof } from '../../tools/proofs/recordProof.ts';
import { createOwnedFolder, removeOwnedFolder } from '../../tools/temporary/ownedFolder.ts';
import { type BreakableStatement, isBrowserTest, listBreakableStatements } from './breaks.ts';
import { proveInBrowser } from './proof/proveInBrowser.ts';
import { runUnitTests } from './proof/runTests.ts';
import { judgeRun, type Verdict } from './proof/verdict.ts';
import { createWorkingCopy } from './proof/workingCopy.ts';
import { splitReference } from './statement.ts';
import { sections } from './statements.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HOUR_MS = 3_600_000;
/** Folder with a file for each verdict, by id, of all runs since the folder was deleted. */
const VERDICTS = join(ROOT, 'test-results/specification');

/**
 * PROVE_STATEMENTS: ids (`4.17`), sections (`4.`) or parts of sentences; PROVE_SHARD: `2/3` is the second third;
 * PROVE_TESTS: `unit` or `browser`.
 */
const chosenParts = (process.env['PROVE_STATEMENTS'] ?? '').split(',').filter((part) => part !== '');
const [shard = 1, shards = 1] = (process.env['PROVE_SHARD'] ?? '1/1').split('/').map(Number);
const chosen = listBreakableStatements().filter(
  ({ id, statement }, index) =>
    index % shards === shard - 1 &&
    (chosenParts.length === 0 ||
      chosenParts.some((part) => (/^\d+\.\d*$/.test(part) ? matchesId(id, part) : statement.text.includes(part)))),
);

function matchesId(id: string, part: string): boolean {
  return part.endsWith('.') ? id.startsWith(part) : id === part;
}

let folder = '';
beforeAll(async () => {
  folder = await createOwnedFolder('slipway-specification-');
});
afterAll(async () => {
  await removeOwnedFolder(folder);
});

function saveVerdict(verdict: Verdict): void {
  process.stdout.write(`${verdict.outcome} ${verdict.id} ${verdict.text}\n`);
  mkdirSync(VERDICTS, { recursive: true });
  writeFileSync(join(VERDICTS, `${verdict.id}.json`), JSON.stringify(verdict, undefined, 2));
}

/**
 * Returns the stored verdicts on the current statements. An id belongs to another statement if one is added before it, so
 * text and test must be equal too.
 */
function readVerdicts(): Verdict[] {
  const current = new Map(listBreakableStatements().map((breakable) => [breakable.id, breakable]));
  return readdirSync(VERDICTS)
    .map((file) => JSON.parse(readFileSync(join(VERDICTS, file), 'utf8')) as Verdict)
    .filter(({ id, text, by }) => current.get(id)?.statement.text === text && current.get(id)?.by === by);
}

async function proveByUnitTests(statements: readonly BreakableStatement[]): Promise<void> {
  const copy = createWorkingCopy(ROOT, join(folder, 'units'));
  for (const one of statements) {
    const [file] = splitReference(one.by);
    saveVerdict(judgeRun(one, await copy.withEdits(one.planned.edits, () => runUnitTests(copy.folder, file))));
  }
}

/** Records the counts of the verdicts as a proof if every breakable statement has a verdict. */
function recordCompleteProof(verdicts: readonly Verdict[]): void {
  const breakable = listBreakableStatements().length;
  if (verdicts.length < breakable) return;
  const count = (outcome: Verdict['outcome']) => verdicts.filter((verdict) => verdict.outcome === outcome).length;
  const differences = Object.values(sections).flat().length - breakable;
  const seenInBatchOnly = verdicts.filter(({ outcome, isPreliminary }) => outcome === 'red' && isPreliminary).length;
  recordProof('Planted breaks of the specification', {
    figures: `${breakable} statements, each contradicted by a change of the product; ${differences} more are differences with a reason`,
    seed: '',
    result: `${count('red')} noticed by their test (${seenInBatchOnly} of them in one batch with other breaks, not yet confirmed in a second one), ${count('green')} not noticed, ${count('unclear')} unclear`,
  });
}

test('every statement has a test that notices its break', { timeout: 12 * HOUR_MS }, async () => {
  const kinds = (process.env['PROVE_TESTS'] ?? 'unit,browser').split(',');
  if (kinds.includes('unit')) await proveByUnitTests(chosen.filter(({ by }) => !isBrowserTest(by)));
  if (kinds.includes('browser')) {
    const statements = chosen.filter(({ by }) => isBrowserTest(by));
    await proveInBrowser(statements, { project: ROOT, folder, report: saveVerdict });
  }
  recordCompleteProof(readVerdicts());
  const ids = new Set(chosen.map(({ id }) => id));
  expect(readVerdicts().filter(({ id, outcome }) => ids.has(id) && outcome !== 'red')).toEqual([]);
});
