import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startConstellation } from './start/constellation.ts';
import { watchNpmParent } from './start/npmParent.ts';
import { OperatorError, oneLine } from './start/operatorError.ts';
import { readStartSettings, type StartSettings } from './start/startSettings.ts';
import { troubleInLogs } from './start/troubleInLogs.ts';

/** `npm start`: the whole of Slipway with its sandbox world, until Ctrl-C. */
async function main(): Promise<number> {
  const settings = readStartSettings(process.env, process.cwd());
  const begun = performance.now();
  const asked = stopSignal();
  say('Starting Slipway …');
  try {
    const running = await startConstellation({ settings, environment: process.env, signal: asked.signal, log: say });
    say(welcome(running.origin, running.deskUrl, running.logFolder, performance.now() - begun));
    asked.onAgain(() => void running.stop());
    const broken = await Promise.race([running.broken, asked.heard]);
    if (broken === undefined) say('Stopping …');
    else complain(broken);
    await running.stop();
    const trouble = troubleInLogs(running.logFolder);
    if (trouble) say(trouble);
    return broken === undefined ? 0 : 1;
  } catch (error) {
    if (asked.signal.aborted) return 0;
    complain(await explain(error, settings));
    return 1;
  }
}

function welcome(origin: string, deskUrl: string, logFolder: string, tookMs: number): string {
  return `
Slipway is ready after ${(tookMs / 1000).toFixed(1)} s.

  Buy crypto   ${origin}/
  Sandbox      ${deskUrl}/   test cards, mailbox, identity desk, bank transfers, chains, faults

Logs are in ${logFolder}. Ctrl-C stops everything.
`;
}

/** An error that was not written for the operator is a fault of ours: its details go to a file, not to the terminal. */
async function explain(error: unknown, { dataDir }: StartSettings): Promise<string> {
  if (error instanceof OperatorError) return error.message;
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const file = join(dataDir, 'logs', 'start.log');
  try {
    await mkdir(join(dataDir, 'logs'), { recursive: true });
    await writeFile(file, `${details}\n`);
    return `Slipway could not start: ${oneLine(error)} (see ${file}).`;
  } catch {
    return `Slipway could not start: ${oneLine(error)}.`;
  }
}

/** Ctrl-C, a polite kill, a closed terminal, or a killed npm. */
function stopSignal() {
  const controller = new AbortController();
  let again: (() => void) | undefined;
  const stop = () => {
    if (controller.signal.aborted) again?.();
    else controller.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  watchNpmParent(stop);
  const heard = new Promise<undefined>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return {
    signal: controller.signal,
    heard,
    onAgain(action: () => void) {
      again = action;
    },
  };
}

/** The terminal may be gone; then this is lost, and that is no fault. */
function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

main().then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    complain(oneLine(error));
    process.exitCode = 1;
  },
);
