import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';

/**
 * A run that gets signals from its parent at a controlled clock time, so that their order is deterministic. It answers with
 * the reason for which it stops.
 */
const RUN = `
  import { stopOnSignal } from ${JSON.stringify(new URL('./stopOnSignal.ts', import.meta.url).href)};
  let now = 5_000;
  performance.now = () => now;
  const stop = stopOnSignal();
  stop.addEventListener('abort', () => process.send('stopped by ' + stop.reason));
  process.on('message', ({ at, signal }) => {
    now = at;
    process.emit(signal, signal);
    process.send('received ' + signal + ', reason ' + stop.reason);
  });
  process.send(stop.aborted ? 'stopped' : 'running');
`;

let run: ChildProcess;

afterEach(() => run.kill('SIGKILL'));

async function start(): Promise<void> {
  const command = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', RUN];
  run = spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  expect(await nextMessage()).toBe('running');
}

async function nextMessage(): Promise<unknown> {
  const [message] = (await once(run, 'message')) as unknown[];
  return message;
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'stops the run on %s, and lets it report its outcome',
  async (name) => {
    await start();
    const stopped = nextMessage();
    run.kill(name);
    expect(await stopped).toBe(`stopped by ${name}`);
    const reply = nextMessage();
    run.send({ at: 5_999, signal: name });
    expect(await reply).toBe(`received ${name}, reason ${name}`);
  },
);

test('ignores a repeated signal within a second, and exits on a later one', async () => {
  await start();
  const messages: unknown[] = [];
  run.on('message', (message) => messages.push(message));
  run.send({ at: 5_000, signal: 'SIGINT' });
  run.send({ at: 6_000, signal: 'SIGTERM' });
  run.send({ at: 6_001, signal: 'SIGINT' });
  run.send({ at: 6_002, signal: 'SIGHUP' });
  expect(await once(run, 'exit')).toEqual([1, null]);
  expect(messages).toEqual(['stopped by SIGINT', 'received SIGINT, reason SIGINT', 'received SIGTERM, reason SIGINT']);
});
