import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { measurePace, PACE_VARIABLE } from './patience/patience.ts';
import { OperatorError } from './start/operatorError.ts';
import { childPath } from './start/requireSandboxPrograms.ts';
import { type Check, checks } from './test/checks.ts';
import { listFailures } from './test/failureText.ts';
import { lockResultsFolder } from './test/lockResultsFolder.ts';
import { repeatFailed } from './test/repeatFailed.ts';
import { type RunContext, runTasks, type Task } from './test/runTasks.ts';
import { type Selection, type Suite, selectTests } from './test/selection.ts';
import { stopOnSignal } from './test/stopOnSignal.ts';
import { addTallies, formatClosingLine } from './test/tally.ts';
import { findTestFiles } from './test/testFiles.ts';
import { drawTimeTable } from './test/timeTable.ts';

const PROJECT_FOLDER = fileURLToPath(new URL('../', import.meta.url));

/**
 * `npm test`: every check, even if others fail. `npm test -- NAME …`: the checks, test files or tests that have one of the
 * names. Returns the exit status.
 */
async function main(names: readonly string[]): Promise<number> {
  const suites = checks.flatMap((check) =>
    check.tests ? [{ check, files: findTestFiles(PROJECT_FOLDER, check.tests.pattern) }] : [],
  );
  const divisible = checks.filter(({ readsReports }) => !readsReports);
  const selection = names.length === 0 ? { checks, parts: [], unknown: [] } : selectTests(names, divisible, suites);
  if (selection.unknown.length > 0) {
    print(listNames(selection.unknown, divisible, suites));
    return 1;
  }
  const tasks = planTasks(selection);
  // Checks that only read sources may run concurrently with anything.
  const lock = tasks.some(({ check }) => check.report) ? lockResultsFolder(PROJECT_FOLDER) : undefined;
  try {
    return await runAll(tasks);
  } finally {
    lock?.close();
  }
}

async function runAll(tasks: readonly Task[]): Promise<number> {
  const begun = performance.now();
  const pace = process.env[PACE_VARIABLE] || measurePace().toFixed(1);
  print(`${tasks.length === 1 ? '1 check' : `${tasks.length} checks`}, pace ${pace}`);
  const surroundings: RunContext = {
    folder: PROJECT_FOLDER,
    environment: { ...process.env, PATH: childPath(PROJECT_FOLDER, process.env['PATH']), [PACE_VARIABLE]: pace },
    print,
    stop: stopOnSignal(),
  };
  const outcomes = await runTasks(tasks, surroundings);
  const notes = await repeatFailed(outcomes, surroundings);
  const total = addTallies(outcomes.map(({ tally }) => tally));
  if (total.failed > 0) print(`\nFailed\n${listFailures(total.failures, notes)}`);
  print(`\n${drawTimeTable(outcomes, (performance.now() - begun) / 1000, pace)}\n`);
  print(formatClosingLine(total));
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

function planTasks({ checks: whole, parts }: Selection): Task[] {
  return [
    ...whole.map((check) => ({ check, command: check.command })),
    ...parts.flatMap(({ check, ...filter }) => {
      const isFiltered = filter.title !== undefined || filter.files.some((file) => /:\d+$/.test(file));
      return check.tests ? [{ check, command: check.tests.commandFor(filter), isFiltered }] : [];
    }),
  ];
}

function listNames(unknown: readonly string[], named: readonly Check[], suites: readonly Suite[]): string {
  const paths = suites.flatMap(({ files }) => files.map(({ path }) => path));
  const folders = [...new Set(paths.map((path) => path.split('/').slice(0, 2).join('/')))].toSorted();
  return [
    `Nothing is named ${unknown.map((name) => `"${name}"`).join(' or ')}. A name is part of one of these, or of a test's title:`,
    '',
    ...named.map(({ name }) => `  ${name}`),
    '',
    ...folders.map((folder) => `  ${folder}${paths.includes(folder) ? '' : '/…'}`),
    ...paths.filter((path) => path.endsWith('.spec.ts')).map((path) => `  ${path}`),
  ].join('\n');
}

/** Prints a text, without colour codes if the output is a file or pipe. */
function print(text: string): void {
  process.stdout.write(`${process.stdout.isTTY ? text : stripVTControlCharacters(text)}\n`);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  print(error.message);
  process.exitCode = 1;
}
