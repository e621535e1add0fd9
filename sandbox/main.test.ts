import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { patienceMs } from '../tools/patience/patience.ts';
import { localNetworks } from './chains/localNetworks.ts';
import { assignSandboxPorts } from './world/ports.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

/** Time for each signal to take effect before the next one is sent. */
const SIGNAL_PATIENCE_MS = patienceMs / 15;

const STILL_RUNNING = 'still running';

let dataDir: string;
/** Functions that stop what a test has started, even if it fails. */
const endings: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'slipway-sandbox-'));
});

afterEach(() => Promise.all(endings.splice(0).map((end) => end())));

afterAll(() => rm(dataDir, { recursive: true }));

/** Listens on a port; resolves to undefined if another program uses it. */
function occupyPort(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function closeServer(server: Server | undefined): Promise<unknown> {
  return new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
}

async function findFreePorts(): Promise<number> {
  for (let first = 21_000 + Math.floor(Math.random() * 10_000); ; first += 50) {
    const taken = await Promise.all(Object.values(assignSandboxPorts(first)).map(occupyPort));
    await Promise.all(taken.map(closeServer));
    if (taken.every(Boolean)) return first;
  }
}

function run(port: number) {
  const child: ChildProcess = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, SANDBOX_PORT: String(port), DATA_DIR: dataDir, PRODUCT_URL: 'http://127.0.0.1:1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', error: '' };
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  endings.push(async () => {
    // A second SIGTERM ends the sandbox immediately together with its chains; SIGKILL would leave the chains running.
    for (const signal of ['SIGTERM', 'SIGTERM', 'SIGKILL'] as const) {
      child.kill(signal);
      if ((await Promise.race([ended, sleep(SIGNAL_PATIENCE_MS, STILL_RUNNING)])) !== STILL_RUNNING) return;
    }
  });
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', (text) => {
      output.out += String(text);
      if (output.out.includes('\n')) resolve();
    });
    child.stderr?.on('data', (text) => {
      output.error += String(text);
    });
  });
  return { child, output, ended, ready: Promise.race([ready, ended]) };
}

test('starts every stand-in, logs one line, keeps its chains over a restart and stops on request', async () => {
  const port = await findFreePorts();
  const desk = `http://localhost:${port}`;
  const first = run(port);
  await first.ready;
  expect(first.output).toEqual({ out: `{"ready":true,"desk":"${desk}"}\n`, error: '' });
  expect((await fetch(desk)).status).toBe(200);
  const chains = (await (await fetch(`${desk}/api/chains`)).json()) as { network: string }[];
  expect(chains.map(({ network }) => network).toSorted()).toEqual(localNetworks.toSorted());
  const books = (await (await fetch(`${desk}/api/books`)).json()) as object;
  expect(Object.keys(books)).toEqual(expect.arrayContaining(['stripe', 'sumsub', 'kraken', 'mail', 'bank']));
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);

  const again = run(port);
  await again.ready;
  expect(again.output.out).toContain('"ready":true');
  again.child.kill('SIGINT');
  expect(await again.ended).toBe(0);
});

test('reports a port that is in use in one line', async () => {
  const port = await findFreePorts();
  const otherProgram = await occupyPort(port + 2);
  endings.push(() => closeServer(otherProgram));
  const { output, ended } = run(port);
  expect(await ended).toBe(1);
  expect(output).toEqual({
    out: '',
    error: `The sandbox cannot run: port ${port + 2} is in use: stop the other program or set SANDBOX_PORT\n`,
  });
});

test('reports an invalid setting in one line', async () => {
  const { output, ended } = run(0);
  expect(await ended).toBe(1);
  expect(output.error).toMatch(/^The sandbox cannot run: SANDBOX_PORT: [^\n]+\n$/);
});
