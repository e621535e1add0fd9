import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { identifyProcess, stopProcess } from '../process/processIdentity.ts';
import { isUrlAnswering } from '../start/builtProduct.ts';
import { createRestarter, type ProgramRun } from './restarter.ts';
import { isServerSource } from './serverSources.ts';

const PROJECT_FOLDER = fileURLToPath(new URL('../../', import.meta.url));
/** The pause after the last change before a restart, since editors write several files, or one file in several steps. */
const QUIET_MS = 60;
/**
 * The longer pause after a change of a text. Only emails use the server's copy, since pages read their texts from the sources,
 * and the server must be available while a page reloads.
 */
const TEXTS_QUIET_MS = 2_000;
const WATCHED_FOLDERS: Readonly<Record<string, number>> = {
  server: QUIET_MS,
  contract: QUIET_MS,
  money: QUIET_MS,
  'web/terms/texts': QUIET_MS,
  'web/i18n': TEXTS_QUIET_MS,
};
/** Jobs can be repeated, so a server that stops slowly is killed. */
const STOP_STEPS = [
  { signal: 'SIGTERM', patienceMs: 1_500 },
  { signal: 'SIGKILL', patienceMs: 2_000 },
] as const;
const READY_POLL_MS = 50;

const readyUrl = `http://127.0.0.1:${process.env['PORT']}/readyz`;

/** Starts one run of the server, whose output appears in this process's output. */
function startServer(): ProgramRun {
  const begun = performance.now();
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: PROJECT_FOLDER,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const identity = child.pid === undefined ? undefined : identifyProcess(child.pid);
  const ending = new AbortController();
  const ended = once(child, 'exit').then(
    ([status]) =>
      `The server has ended (${status === null ? 'by a signal' : `status ${status}`}). It starts again at the next change.`,
    (error: Error) => `The server could not be started: ${error.message}. The next change starts it again.`,
  );
  void ended.then(() => {
    ending.abort();
  });
  void reportWhenReady(begun, ending.signal);
  return {
    ended,
    async stop() {
      if (identity && !ending.signal.aborted) await stopProcess(identity, STOP_STEPS);
    },
  };
}

async function reportWhenReady(begun: number, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    if (await isUrlAnswering(readyUrl)) {
      printLine(`The server is ready after ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
      return;
    }
    await sleep(READY_POLL_MS);
  }
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

const restarter = createRestarter(startServer, printLine);
const watchers: FSWatcher[] = Object.entries(WATCHED_FOLDERS).map(([folder, quietMs]) =>
  watch(join(PROJECT_FOLDER, folder), { recursive: true }, (_event, name) => {
    if (name !== null && isServerSource(name)) restarter.reportChange(join(folder, name), quietMs);
  }),
);
const pages = process.env['WEB_FOLDER'];
if (pages !== undefined)
  watchers.push(watch(pages, { recursive: true }, () => restarter.reportChange('A page of the web app', QUIET_MS)));

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    for (const watcher of watchers) watcher.close();
    void restarter.stop().finally(() => process.exit(0));
  });
}
