import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childPath } from './start/requireMachine.ts';
import { type Check, checks, REPORT_FOLDER } from './test/checks.ts';
import { findBrowser } from './test/findBrowser.ts';
import { addTallies, closingLine, type Tally, tallyOf } from './test/tally.ts';

const PROJECT_FOLDER = fileURLToPath(new URL('../', import.meta.url));

/** `npm test`: every check, whatever became of those before it. `npm test -- WORD` runs only those whose name has the word. */
function main(words: readonly string[]): number {
  const environment = { ...process.env, PATH: childPath(PROJECT_FOLDER, process.env['PATH']) };
  const chosen = checks.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word.toLowerCase())));
  mkdirSync(join(PROJECT_FOLDER, REPORT_FOLDER), { recursive: true });

  const outcomes = chosen.map((check) => ({ check, tally: run(check, environment) }));
  const failed = outcomes.filter(({ tally }) => tally.failed > 0);
  const total = addTallies(outcomes.map(({ tally }) => tally));
  say('');
  for (const { check, tally } of failed) say(`Failed: ${check.name}${check.report ? ` (${closingLine(tally)})` : ''}`);
  say(closingLine(total));
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

function run(check: Check, environment: NodeJS.ProcessEnv): Tally {
  say(`\n── ${check.name}`);
  const begun = performance.now();
  const report = join(PROJECT_FOLDER, REPORT_FOLDER, `${check.report ?? 'none'}.json`);
  rmSync(report, { force: true });
  const succeeded = start(check, environment, report);
  say(`── ${succeeded ? 'passed' : 'FAILED'} after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return tallyOf(check.report, report, succeeded);
}

function start({ command, report }: Check, environment: NodeJS.ProcessEnv, reportFile: string): boolean {
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
