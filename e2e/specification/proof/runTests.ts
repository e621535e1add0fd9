import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { matchesDeclaredTitle } from '../../../tools/test/findDeclaredTests.ts';
import { REPORT_VARIABLE, readReport, type TestResult } from '../../../tools/test/report.ts';
import { splitReference } from '../statement.ts';

/** A program that ended, with its output. */
export type Ended = { readonly status: number | null; readonly output: string };

/** The results of a run; without results the output gives the reason. */
export type TestRun = { readonly results: readonly TestResult[]; readonly output: string };

/** Variables by which Vitest's worker, in which the proof runs, would change the runs that it starts. */
const OWN_VARIABLES = /^(?:VITEST|TEST$|NODE_ENV$|NODE_OPTIONS$|DEV$|PROD$|MODE$|SSR$|BASE_URL$|PROVE_)/;

export async function run(
  folder: string,
  command: readonly string[],
  { variables = {}, limitMs }: { readonly variables?: NodeJS.ProcessEnv; readonly limitMs: number },
): Promise<Ended> {
  const log = join(folder, 'proof.log');
  const output = openSync(log, 'w');
  const inheritedVariables = Object.entries(process.env).filter(([name]) => !OWN_VARIABLES.test(name));
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env: { ...Object.fromEntries(inheritedVariables), ...variables },
    stdio: ['ignore', output, output],
    detached: true,
  });
  closeSync(output);
  const timer = setTimeout(() => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, limitMs);
  const [status] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  return { status, output: readFileSync(log, 'utf8') };
}

const BROWSER_LIMIT_MS = 20 * 60_000;
/** Also ends a test that loops because of a break. */
const UNIT_LIMIT_MS = 3 * 60_000;

/** Runs the whole file, so that its other tests show that it could run. */
export async function runUnitTests(folder: string, file: string): Promise<TestRun> {
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--config=e2e/specification/proof/vitest.config.ts', file];
  return runWithReport(folder, [...command, '--reporter=./tools/test/vitestReporter.ts'], { limitMs: UNIT_LIMIT_MS });
}

/** Runs browser tests, in the world that the variables name. */
export async function runBrowserTests(
  folder: string,
  references: readonly string[],
  variables: NodeJS.ProcessEnv,
): Promise<TestRun> {
  const files = new Set(references.map((reference) => splitReference(reference)[0]));
  const titles = references.map((reference) => escapePattern(splitReference(reference)[1]));
  return runWithReport(
    folder,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config=e2e/specification/proof/playwright.config.ts',
      '--no-deps',
      '--workers=4',
      '--reporter=tools/test/playwrightReporter.ts',
      `--grep=(?:${titles.join('|')})$`,
      ...Array.from(files, escapePattern),
    ],
    { variables, limitMs: BROWSER_LIMIT_MS },
  );
}

async function runWithReport(
  folder: string,
  command: readonly string[],
  { variables, limitMs }: { readonly variables?: NodeJS.ProcessEnv; readonly limitMs: number },
): Promise<TestRun> {
  const report = join(folder, 'proof-report.json');
  rmSync(report, { force: true });
  const { output } = await run(folder, command, {
    variables: { ...variables, [REPORT_VARIABLE]: report },
    limitMs,
  });
  const read = readReport(report);
  return { results: read?.results ?? [], output: [...(read?.errors ?? []), output].join('\n') };
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** Returns the results of a test named `file › title`; several for a title with placeholders. */
export function findResults(results: readonly TestResult[], reference: string): TestResult[] {
  const [file, title] = splitReference(reference);
  return results.filter(
    (result) => result.file === file && matchesDeclaredTitle({ title }, result.titles.at(-1) ?? ''),
  );
}
