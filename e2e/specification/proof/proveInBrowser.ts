import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setWorldVariables } from '../../world.ts';
import type { Edit } from '../breaks/plannedBreak.ts';
import type { BreakableStatement } from '../breaks.ts';
import { splitReference } from '../statement.ts';
import { divideIntoBatches, findBreakKind } from './batches.ts';
import { type BrokenWorld, startBrokenWorld } from './brokenWorld.ts';
import { findResults, run, runBrowserTests, type TestRun } from './runTests.ts';
import { failedAlike, judgeRun, type Verdict } from './verdict.ts';
import { createWorkingCopy, type WorkingCopy } from './workingCopy.ts';

type ProofContext = {
  readonly project: string;
  readonly folder: string;
  readonly report: (verdict: Verdict) => void;
};

/** Short tests of unrelated behaviour. If one passes, the broken product was able to run. */
const CONTROLS = [
  'e2e/specification/edit.spec.ts › redirects the root to Edit',
  'e2e/specification/errors.spec.ts › Reload on Server Timeout opens Edit if there is no previous page',
  'e2e/specification/wire.spec.ts › refuses a saved address whose name has more than 25 characters',
];
const BUILD_LIMIT_MS = 5 * 60_000;
const OUTPUT_LENGTH = 600;
/** Tests that build and start separate worlds. */
const OWN_WORLDS = /^e2e\/(?:late|exclusive)\//;
/** Compressing the files takes half of a build, and the server also serves the plain ones. */
const COMPRESSION: Edit = { file: 'web/vite.config.ts', find: '    compressedFilesPlugin(),\n', replace: '' };

/**
 * Plants the breaks in batches, each break twice and with different other breaks. A test has noticed its break if it failed in
 * the same way both times. Otherwise the break is planted separately.
 */
export async function proveInBrowser(
  statements: readonly BreakableStatement[],
  { project, folder, report }: ProofContext,
): Promise<void> {
  if (statements.length === 0) return;
  const broken = await startBrokenWorld();
  try {
    setWorldVariables(broken.world);
    const copy = createWorkingCopy(project, join(folder, 'browser'));
    const failing = await findFailingTests(statements, copy.folder);
    const provable = statements.filter((statement) => {
      const isFailing = failing.has(statement.by);
      if (isFailing) report(unclear(statement, 'The test fails without the break.'));
      return !isFailing;
    });
    const hasOwnWorld = ({ by, planned }: BreakableStatement) => planned.ownWorld === true || OWN_WORLDS.test(by);
    const together = provable.filter((statement) => !hasOwnWorld(statement) && !statement.planned.isBroad);
    const doubtful = await proveInBatches(together, { broken, copy, report });
    for (const statement of [...provable.filter(({ planned }) => planned.isBroad), ...doubtful])
      report((await tryBatch([statement], { broken, copy })).get(statement.id) ?? unclear(statement, 'no verdict'));
    for (const statement of provable.filter(hasOwnWorld)) report(await tryInOwnWorld(statement, copy));
  } finally {
    await broken.stop();
  }
}

type Place = { readonly broken: BrokenWorld; readonly copy: WorkingCopy };

/** Returns the statements on which the two rounds disagree, or whose test did not fail. */
async function proveInBatches(
  statements: readonly BreakableStatement[],
  { report, ...place }: Place & Pick<ProofContext, 'report'>,
): Promise<BreakableStatement[]> {
  const verdicts = new Map<string, Verdict>();
  const first = divideIntoBatches(statements, []);
  for (const batch of first) {
    for (const [id, verdict] of await tryBatch(batch, place)) {
      verdicts.set(id, verdict);
      report({ ...verdict, isPreliminary: true });
    }
  }
  const red = statements.filter(({ id }) => verdicts.get(id)?.outcome === 'red');
  for (const batch of divideIntoBatches(red, first)) {
    for (const [id, again] of await tryBatch(batch, place)) {
      const verdict = verdicts.get(id);
      if (!verdict || !failedAlike(verdict, again)) continue;
      report(verdict);
      verdicts.delete(id);
    }
  }
  return statements.filter(({ id }) => verdicts.has(id));
}

/** Plants all breaks of a batch and runs their tests. */
async function tryBatch(
  batch: readonly BreakableStatement[],
  { broken, copy }: Place,
): Promise<ReadonlyMap<string, Verdict>> {
  const kind = batch[0] ? findBreakKind(batch[0]) : 'web';
  const edits = batch.flatMap(({ planned }) => planned.edits);
  const tests = [...new Set([...batch.map(({ by }) => by), ...CONTROLS])];
  const judge = await copy
    .withEdits(edits, async () => {
      const web = kind === 'server' ? undefined : await buildWeb(copy);
      await broken.serve({
        ...(web !== undefined && { webFolder: web }),
        ...(kind !== 'web' && { serverFolder: copy.folder }),
      });
      const outcome = await runBrowserTests(copy.folder, tests, {});
      return (statement: BreakableStatement) => judgeBrowserRun(statement, outcome);
    })
    .catch((error: unknown) => (statement: BreakableStatement) => unclear(statement, String(error)));
  return new Map(batch.map((statement) => [statement.id, judge(statement)]));
}

function judgeBrowserRun(statement: BreakableStatement, outcome: TestRun): Verdict {
  const controls = CONTROLS.filter((control) => control !== statement.by);
  const passed = new Set(controls.flatMap((control) => findResults(outcome.results, control)));
  return judgeRun(statement, outcome, (result) => passed.has(result));
}

function unclear({ id, statement, by }: BreakableStatement, reason: string): Verdict {
  return { id, text: statement.text, by, outcome: 'unclear', reason };
}

/**
 * Lets the test's run build and start everything from the broken sources. One control is added: it runs in the shared world and
 * shows that the broken sources build and start.
 */
async function tryInOwnWorld(statement: BreakableStatement, copy: WorkingCopy): Promise<Verdict> {
  const tests = [statement.by, ...CONTROLS.slice(0, 1)];
  const outcome = await copy.withEdits(statement.planned.edits, () =>
    runBrowserTests(copy.folder, tests, { OWN_WORLD: '1' }),
  );
  return judgeRun(statement, outcome, () => true);
}

/**
 * Returns the tests that fail even without a break, under the time limits of the proof. Tests with separate worlds are not run.
 */
async function findFailingTests(statements: readonly BreakableStatement[], folder: string): Promise<Set<string>> {
  const named = [...new Set(statements.map(({ by }) => by))].filter(
    (reference) => !OWN_WORLDS.test(splitReference(reference)[0]),
  );
  const { results, output } = await runBrowserTests(folder, [...named, ...CONTROLS], {});
  if (results.length === 0) throw new Error(`The browser tests did not run: ${output}`);
  return new Set(
    named.filter((reference) => {
      const resultsOfTest = findResults(results, reference);
      return resultsOfTest.length === 0 || resultsOfTest.some(({ status }) => status !== 'passed');
    }),
  );
}

/** Builds the web app of a copy and returns its folder. Throws if it does not build. */
async function buildWeb(copy: WorkingCopy): Promise<string> {
  const folder = join(copy.folder, 'proof-web');
  mkdirSync(folder, { recursive: true });
  const command = ['node_modules/vite/bin/vite.js', 'build', 'web', '--outDir', folder, '--emptyOutDir'];
  const { status, output } = await copy.withEdits([COMPRESSION], () =>
    run(copy.folder, [...command, '--logLevel', 'warn'], {
      variables: { NODE_ENV: 'production' },
      limitMs: BUILD_LIMIT_MS,
    }),
  );
  if (status !== 0) throw new Error(`The web app does not build: ${output.slice(-OUTPUT_LENGTH)}`);
  return folder;
}
