import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, REPORT_FOLDER, sourceChecks } from './checks.ts';
import { findBrowser } from './findBrowser.ts';
import { inLanes } from './inLanes.ts';
import { type Tally, tallyOf } from './tally.ts';

/** One thing to run; a check that is run in parts comes more than once. */
export type Task = { readonly check: Check; readonly command: readonly string[]; readonly title?: string };

export type Outcome = { readonly task: Task; readonly tally: Tally };

export type Surroundings = {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly say: (line: string) => void;
};

/** As many as the smallest machine has cores: most of these checks use one. */
const LANES = 2;

/**
 * Runs everything, whatever became of what was before it. What only reads the sources goes side by side and is told of when it
 * has ended; the others follow one after the other, and are told of as they go.
 */
export async function runTasks(tasks: readonly Task[], surroundings: Surroundings): Promise<Outcome[]> {
  const beside = tasks.filter(({ check }) => sourceChecks.includes(check));
  const outcomes = await inLanes(beside, LANES, (task) => run(task, 'at the end', surroundings));
  for (const task of tasks.filter((one) => !beside.includes(one))) {
    outcomes.push(await run(task, 'as it goes', surroundings));
  }
  return outcomes;
}

type Telling = 'at the end' | 'as it goes';

async function run(task: Task, telling: Telling, { folder, environment, say }: Surroundings): Promise<Outcome> {
  const { check, command, title } = task;
  const heading = `\n── ${check.name}${title === undefined ? '' : `: ${title}`}`;
  if (telling === 'as it goes') say(heading);
  const begun = performance.now();
  const report = join(folder, REPORT_FOLDER, `${check.report ?? 'none'}.json`);
  rmSync(report, { force: true });
  const extra = check.report === 'playwright' ? browserVariables(environment, report, say) : {};
  const { succeeded, words } = extra
    ? await start(command, { folder, environment: { ...environment, ...extra }, telling })
    : { succeeded: false, words: '' };
  if (telling === 'at the end') say(`${heading}${words === '' ? '' : `\n${words.trimEnd()}`}`);
  say(`── ${succeeded ? 'passed' : 'FAILED'} after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  const tally = tallyOf(check.report, report, succeeded);
  // The others of its files were not asked for.
  return { task, tally: title === undefined ? tally : { ...tally, skipped: 0 } };
}

/** Undefined: there is no browser. */
function browserVariables(environment: NodeJS.ProcessEnv, report: string, say: Surroundings['say']) {
  const browser = findBrowser(environment, say);
  if (browser !== undefined) return { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  say("The browser tests need Chromium: install your system's chromium package, or set CHROMIUM_PATH to its program.");
  return undefined;
}

type Started = { readonly succeeded: boolean; readonly words: string };

function start(
  [program = '', ...flags]: readonly string[],
  { folder, environment, telling }: Omit<Surroundings, 'say'> & { readonly telling: Telling },
): Promise<Started> {
  const output = telling === 'as it goes' ? 'inherit' : 'pipe';
  const child = spawn(program, flags, { cwd: folder, env: environment, stdio: ['ignore', output, output] });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (words += text));
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve({ succeeded: false, words: `${words}${message}` }));
    child.once('close', (status) => resolve({ succeeded: status === 0, words }));
  });
}
