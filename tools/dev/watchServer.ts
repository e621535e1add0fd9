import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { identifyProcess, stopProcess } from '../process/processIdentity.ts';
import { answersAt } from '../start/builtProduct.ts';
import { createRestarter, type Run } from './restarter.ts';
import { isServerSource } from './serverSources.ts';

const PROJECT_FOLDER = fileURLToPath(new URL('../../', import.meta.url));
/** An editor writes several files, or one in several steps. */
const QUIET_MS = 60;
/** Pages read their texts from the sources; only letters wait for the server, which must not be away while a page is reloaded. */
const TEXTS_QUIET_MS = 2_000;
const WATCHED: Readonly<Record<string, number>> = {
  server: QUIET_MS,
  contract: QUIET_MS,
  money: QUIET_MS,
  'web/terms/texts': QUIET_MS,
  'web/i18n': TEXTS_QUIET_MS,
};
/** Jobs can be repeated, so that a server that takes its time is ended. */
const STOP_STEPS = [
  { signal: 'SIGTERM', patienceMs: 1_500 },
  { signal: 'SIGKILL', patienceMs: 2_000 },
] as const;
const ASK_EVERY_MS = 50;

const readyUrl = `http://127.0.0.1:${process.env['PORT']}/readyz`;

/** One run of the server, with its words among ours. */
function startServer(): Run {
  const begun = performance.now();
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: PROJECT_FOLDER,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const identity = child.pid === undefined ? undefined : identifyProcess(child.pid);
  const gone = new AbortController();
  const ended = once(child, 'exit').then(
    ([status]) => `The server has ended (${status ?? 'by a signal'}). It starts again at the next change.`,
    (error: Error) => `The server could not be started: ${error.message}`,
  );
  void ended.then(() => {
    gone.abort();
  });
  void tellWhenReady(begun, gone.signal);
  return {
    ended,
    async stop() {
      if (identity && !gone.signal.aborted) await stopProcess(identity, STOP_STEPS);
    },
  };
}

async function tellWhenReady(begun: number, gone: AbortSignal): Promise<void> {
  while (!gone.aborted) {
    if (await answersAt(readyUrl)) {
      say(`The server is ready after ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
      return;
    }
    await sleep(ASK_EVERY_MS);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const restarter = createRestarter(startServer, say);
const watchers: FSWatcher[] = Object.entries(WATCHED).map(([folder, quietMs]) =>
  watch(join(PROJECT_FOLDER, folder), { recursive: true }, (_event, name) => {
    if (name !== null && isServerSource(name)) restarter.changed(join(folder, name), quietMs);
  }),
);
const pages = process.env['WEB_FOLDER'];
if (pages !== undefined)
  watchers.push(watch(pages, { recursive: true }, () => restarter.changed('A page of the web app', QUIET_MS)));

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    for (const watcher of watchers) watcher.close();
    void restarter.stop().finally(() => process.exit(0));
  });
}
