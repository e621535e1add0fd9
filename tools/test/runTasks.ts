import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Check, REPORT_FOLDER, sourceChecks } from './checks.ts';
import { formatSeconds } from './failureText.ts';
import { findBrowser } from './findBrowser.ts';
import { READABLE_REPORTS_VARIABLE, REPORT_VARIABLE, readReport, type TestReport } from './report.ts';
import { runConcurrently } from './runConcurrently.ts';
import { type ProgramResult, type Tally, tallyCheck, tallyReport } from './tally.ts';

/** One program to run. A check that is divided has several. */
export type Task = {
  readonly check: Check;
  readonly command: readonly string[];
  /** True if only some tests of the files were requested; the others do not count as skipped. */
  readonly isFiltered?: boolean;
  /** Folder for screenshots and traces of a browser run; a default folder if absent. */
  readonly outputFolder?: string;
};

export type TaskOutcome = {
  readonly task: Task;
  readonly tally: Tally;
  readonly seconds: number;
  readonly parts: TestReport['parts'];
};

export type RunContext = {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly print: (line: string) => void;
  /** Aborting it forwards its reason, a signal, to the running programs; those that have not begun fail. */
  readonly stop: AbortSignal;
};

/** The number of cores of the smallest machine: most of these checks use one. */
const CONCURRENT_TASKS = 2;
const SILENCE_MS = 30_000;

/**
 * Runs every task, even if earlier ones failed. Checks that only read the sources run in parallel and print their output if
 * they fail; the others run in sequence, and those with tests print their progress.
 */
export async function runTasks(tasks: readonly Task[], baseContext: RunContext): Promise<TaskOutcome[]> {
  const sourceTasks = tasks.filter(({ check }) => sourceChecks.includes(check));
  const others = tasks.filter((task) => !sourceTasks.includes(task));
  const reports = others.flatMap(({ check }, index) =>
    check.report ? [buildReportPath(baseContext.folder, check, index)] : [],
  );
  const context = {
    ...baseContext,
    environment: { ...baseContext.environment, [READABLE_REPORTS_VARIABLE]: reports.join(delimiter) },
  };
  const running = new Map<string, number>();
  const runTracked = async (task: Task, index: number) => {
    running.set(task.check.name, performance.now());
    const outcome = await runTask(index, task, context, () => {
      running.delete(task.check.name);
      return [...running.keys()];
    });
    return outcome;
  };
  const timer = setInterval(() => baseContext.print(`  … running ${describeRunning(running)}`), SILENCE_MS);
  const outcomes = await runConcurrently([...sourceTasks.entries()], CONCURRENT_TASKS, ([index, task]) =>
    runTracked(task, index),
  );
  clearInterval(timer);
  for (const [index, task] of others.entries()) outcomes.push(await runTracked(task, index));
  return outcomes;
}

function describeRunning(running: ReadonlyMap<string, number>): string {
  return [...running]
    .map(([name, begun]) => `${name} (${formatSeconds((performance.now() - begun) / 1000)})`)
    .join(', ');
}

/** Runs one task. `finish` records that the task has ended and returns the names of the checks that still run. */
async function runTask(
  index: number,
  task: Task,
  baseContext: RunContext,
  finish: () => readonly string[],
): Promise<TaskOutcome> {
  const { check, command, isFiltered = false, outputFolder = buildOutputFolder(index) } = task;
  const { folder, print } = baseContext;
  const begun = performance.now();
  if (check.report) print(`\n${check.name}`);
  const report = buildReportPath(folder, check, index);
  if (check.report) rmSync(report, { force: true });
  const isInBrowser = check.report === 'playwright';
  const browser = isInBrowser ? findBrowser(baseContext.environment, print) : undefined;
  const ending: ProgramResult =
    isInBrowser && browser === undefined
      ? { succeeded: false, output: BROWSER_MISSING }
      : await runProgram(isInBrowser ? [...command, '--output', outputFolder] : command, {
          ...baseContext,
          environment: {
            ...baseContext.environment,
            ...(check.report && { [REPORT_VARIABLE]: report }),
            ...(browser !== undefined && { CHROMIUM_PATH: browser }),
          },
          isShown: check.report !== undefined,
        });
  const seconds = (performance.now() - begun) / 1000;
  const found = check.report ? readReport(report) : undefined;
  const tally = check.report ? tallyReport(check.name, found, ending) : tallyCheck(check.name, ending);
  const stillRunning = finish();
  print(
    `${tally.failed > 0 ? 'FAILED' : 'passed'} ${formatSeconds(seconds).padStart(12)}  ${check.name}${stillRunning.length > 0 ? `; running ${stillRunning.join(', ')}` : ''}`,
  );
  if (tally.failed > 0 && !check.report && ending.output !== '') print(ending.output.trimEnd());
  return {
    task,
    tally: isFiltered ? { ...tally, skipped: 0 } : tally,
    seconds,
    parts: found?.parts ?? [],
  };
}

function buildReportPath(folder: string, { report }: Check, index: number): string {
  return join(folder, REPORT_FOLDER, `${report ?? 'none'}-${index}.json`);
}

const BROWSER_MISSING =
  "The browser tests need Chromium: install your system's chromium package, or set CHROMIUM_PATH to its program.";

/** Returns a separate folder per task: Playwright empties it first and would remove the screenshots of an earlier run. */
function buildOutputFolder(index: number): string {
  return join(REPORT_FOLDER, index === 0 ? 'journeys' : `journeys-${index + 1}`);
}

/** Runs a program to its end. A visible one writes to the terminal itself; the output of others is returned. */
export function runProgram(
  [program = '', ...flags]: readonly string[],
  {
    folder,
    environment,
    stop,
    isShown,
  }: Pick<RunContext, 'folder' | 'environment' | 'stop'> & { readonly isShown: boolean },
): Promise<ProgramResult> {
  if (stop.aborted) return Promise.resolve({ succeeded: false, output: 'Not begun: the run was stopped.' });
  const output = isShown ? 'inherit' : 'pipe';
  const child = spawn(program, flags, { cwd: folder, env: environment, stdio: ['ignore', output, output] });
  const forward = () => forwardSignal(child, stop.reason);
  stop.addEventListener('abort', forward, { once: true });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (part) => (text += part));
  return new Promise((resolve) => {
    const end = (ending: ProgramResult) => {
      stop.removeEventListener('abort', forward);
      resolve(ending);
    };
    child.once('error', ({ message }) => end({ succeeded: false, output: `${text}${message}` }));
    child.once('close', (status, signal) =>
      end({ succeeded: status === 0, output: signal ? `${text}Ended by ${signal}.` : text }),
    );
  });
}

/** Forwards a signal, except Ctrl-C, which a terminal sends to the programs itself. */
function forwardSignal(child: ChildProcess, signal: NodeJS.Signals): void {
  if (signal !== 'SIGINT') child.kill(signal);
}
