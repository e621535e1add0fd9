import { readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readLog } from './childProcess.ts';
import { createStopSignal } from './createStopSignal.ts';
import type { ProductLauncher } from './launch.ts';
import { formatErrorLine, OperatorError } from './operatorError.ts';
import { type ProductRun, startProductRun } from './productRun.ts';
import { readStartSettings, type StartSettings } from './startSettings.ts';
import { printErrorLine, printLine } from './terminal.ts';

const WARNING_LEVEL = 40;
const ERROR_LEVEL = 50;

/** Counts the warnings and errors of this run, one line per log; empty if there were none. */
function summarizeLogProblems(logFolder: string): string {
  const logs = readdirSync(logFolder).filter((name) => name.endsWith('.log') && !name.endsWith('.earlier.log'));
  return logs.flatMap((name) => summarizeLog(join(logFolder, name))).join('\n');
}

function summarizeLog(file: string): string[] {
  const levels = readLog(file).split('\n').map(parseLogLevel);
  const errors = levels.filter((level) => level >= ERROR_LEVEL).length;
  const warnings = levels.filter((level) => level >= WARNING_LEVEL && level < ERROR_LEVEL).length;
  const counts = [...formatCount(errors, 'error'), ...formatCount(warnings, 'warning')];
  return counts.length > 0 ? [`${counts.join(' and ')} in ${file}`] : [];
}

function formatCount(count: number, noun: string): string[] {
  return count > 0 ? [`${count} ${noun}${count > 1 ? 's' : ''}`] : [];
}

function parseLogLevel(line: string): number {
  return Number(/"level":(\d+)/.exec(line)?.[1] ?? 0);
}

/** Returns a message for the terminal. The details of an error that was not written for the operator go to a file. */
async function explainStartError(error: unknown, { dataDir }: StartSettings): Promise<string> {
  if (error instanceof OperatorError) return error.message;
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const file = join(dataDir, 'logs', 'start.log');
  try {
    await mkdir(join(dataDir, 'logs'), { recursive: true });
    await writeFile(file, `${details}\n`);
    return `Slipway could not start: ${formatErrorLine(error)} (see ${file}).`;
  } catch {
    return `Slipway could not start: ${formatErrorLine(error)}.`;
  }
}

export type RunOptions = {
  /** How the web app and the server start; by default built and started once. */
  readonly product?: ProductLauncher;
  /** Returns the text for the terminal once all parts run. */
  readonly welcome: (running: ProductRun, tookSeconds: string) => string;
  /** Work that begins when all parts run; its failure is printed and does not end the run. */
  readonly whenReady?: (running: ProductRun, signal: AbortSignal) => Promise<void>;
  /** Called at the start; the returned function is called at the end. */
  readonly accompany?: (settings: StartSettings) => () => void;
};

const CONSOLE_PORT = '8085';

/** Starts the product and the sandbox, runs them until Ctrl-C or until a part fails, and sets the exit status. */
export function runUntilStopped(options: RunOptions): void {
  runProduct(options).then(
    (status) => {
      process.exitCode = status;
    },
    (error: unknown) => {
      printErrorLine(formatErrorLine(error));
      process.exitCode = 1;
    },
  );
}

async function runProduct({
  product,
  welcome,
  whenReady = async () => undefined,
  accompany = () => () => undefined,
}: RunOptions): Promise<number> {
  const settings = readStartSettings({ CONSOLE_PORT, ...process.env }, process.cwd());
  const begun = performance.now();
  const stopSignal = createStopSignal();
  printLine('Starting Slipway …');
  const endAccompanying = accompany(settings);
  try {
    const running = await startProductRun({
      settings,
      environment: process.env,
      signal: stopSignal.signal,
      log: printLine,
      ...(product && { product }),
    });
    printLine(welcome(running, ((performance.now() - begun) / 1000).toFixed(1)));
    whenReady(running, stopSignal.signal).catch((error: unknown) => {
      if (!stopSignal.signal.aborted) printErrorLine(formatErrorLine(error));
    });
    stopSignal.onAgain(() => void running.stop());
    const broken = await Promise.race([running.broken, stopSignal.requested]);
    if (broken === undefined) printLine('Stopping …');
    else printErrorLine(broken);
    await running.stop();
    const trouble = summarizeLogProblems(running.logFolder);
    if (trouble) printLine(trouble);
    return broken === undefined ? 0 : 1;
  } catch (error) {
    if (stopSignal.signal.aborted) return 0;
    printErrorLine(await explainStartError(error, settings));
    return 1;
  } finally {
    endAccompanying();
  }
}
