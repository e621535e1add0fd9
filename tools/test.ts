import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childPath } from './start/requireMachine.ts';
import { type Check, checks, REPORT_FOLDER } from './test/checks.ts';
import { findBrowser } from './test/findBrowser.ts';
import { type Selection, type Suite, select } from './test/selection.ts';
import { addTallies, closingLine, type Tally, tallyOf } from './test/tally.ts';
import { findTestFiles } from './test/testFiles.ts';

const PROJECT_FOLDER = fileURLToPath(new URL('../', import.meta.url));

/** One thing to run; a check that is run in parts comes more than once. */
type Task = { readonly check: Check; readonly command: readonly string[]; readonly title?: string };

/**
 * `npm test`: every check, whatever became of those before it. `npm test -- NAME …`: the checks, the files of tests and else
 * the tests that have one of the names.
 */
function main(names: readonly string[]): number {
  const environment = { ...process.env, PATH: childPath(PROJECT_FOLDER, process.env['PATH']) };
  const suites = checks.flatMap((check) =>
    check.tests ? [{ check, files: findTestFiles(PROJECT_FOLDER, check.tests.pattern) }] : [],
  );
  const selection = names.length === 0 ? { checks, parts: [], unknown: [] } : select(names, checks, suites);
  if (selection.unknown.length > 0) {
    say(whatThereIs(selection.unknown, suites));
    return 1;
  }
  mkdirSync(join(PROJECT_FOLDER, REPORT_FOLDER), { recursive: true });

  const outcomes = tasksOf(selection).map((task) => ({ task, tally: run(task, environment) }));
  const failed = outcomes.filter(({ tally }) => tally.failed > 0);
  const total = addTallies(outcomes.map(({ tally }) => tally));
  say('');
  for (const { task, tally } of failed)
    say(`Failed: ${task.check.name}${task.check.report ? ` (${closingLine(tally)})` : ''}`);
  say(closingLine(total));
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

function tasksOf(selection: Selection): Task[] {
  const parts = selection.parts.flatMap(({ check, files, title }) =>
    (check.tests?.commandsFor(files, title) ?? []).map((command) => ({
      check,
      command,
      ...(title !== undefined && { title }),
    })),
  );
  return [...selection.checks.map((check) => ({ check, command: check.command })), ...parts];
}

function whatThereIs(unknown: readonly string[], suites: readonly Suite[]): string {
  const paths = suites.flatMap(({ files }) => files.map(({ path }) => path));
  const folders = [...new Set(paths.map((path) => path.split('/').slice(0, 2).join('/')))].toSorted();
  return [
    `Nothing is named ${unknown.map((name) => `"${name}"`).join(' or ')}. A name is a part of one of these, or of a test's title:`,
    '',
    ...checks.map(({ name }) => `  ${name}`),
    '',
    ...folders.map((folder) => `  ${folder}${paths.includes(folder) ? '' : '/…'}`),
    ...paths.filter((path) => path.endsWith('.spec.ts')).map((path) => `  ${path}`),
  ].join('\n');
}

function run({ check, command, title }: Task, environment: NodeJS.ProcessEnv): Tally {
  say(`\n── ${check.name}${title === undefined ? '' : `: ${title}`}`);
  const begun = performance.now();
  const report = join(PROJECT_FOLDER, REPORT_FOLDER, `${check.report ?? 'none'}.json`);
  rmSync(report, { force: true });
  const succeeded = start(check, command, environment, report);
  say(`── ${succeeded ? 'passed' : 'FAILED'} after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  const tally = tallyOf(check.report, report, succeeded);
  // The others of its files were not asked for.
  return title === undefined ? tally : { ...tally, skipped: 0 };
}

function start(
  { report }: Check,
  command: readonly string[],
  environment: NodeJS.ProcessEnv,
  reportFile: string,
): boolean {
  const extra: NodeJS.ProcessEnv = {};
  if (report === 'playwright') {
    const browser = findBrowser(environment, say);
    if (browser === undefined) {
      say(
        "The browser tests need Chromium: install your system's chromium package, or set CHROMIUM_PATH to its program.",
      );
      return false;
    }
    Object.assign(extra, { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile });
  }
  const [program = '', ...flags] = command;
  const { status, error } = spawnSync(program, flags, {
    cwd: PROJECT_FOLDER,
    env: { ...environment, ...extra },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error) say(error.message);
  return status === 0;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exitCode = main(process.argv.slice(2));
