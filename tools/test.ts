import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childPath } from './start/requireMachine.ts';
import { checks, REPORT_FOLDER } from './test/checks.ts';
import { runTasks, type Task } from './test/runTasks.ts';
import { type Selection, type Suite, select } from './test/selection.ts';
import { addTallies, closingLine, failureLines } from './test/tally.ts';
import { findTestFiles } from './test/testFiles.ts';

const PROJECT_FOLDER = fileURLToPath(new URL('../', import.meta.url));

/**
 * `npm test`: every check, whatever became of those before it. `npm test -- NAME …`: the checks, the files of tests and else
 * the tests that have one of the names.
 */
async function main(names: readonly string[]): Promise<number> {
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

  const outcomes = await runTasks(tasksOf(selection), { folder: PROJECT_FOLDER, environment, say });
  const failed = outcomes.filter(({ tally }) => tally.failed > 0);
  const total = addTallies(outcomes.map(({ tally }) => tally));
  say('');
  for (const { task, tally } of failed) {
    say(`Failed: ${task.check.name}${task.check.report ? ` (${closingLine(tally)})` : ''}`);
    for (const failure of tally.failures) say(failureLines(failure));
  }
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

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exitCode = await main(process.argv.slice(2));
