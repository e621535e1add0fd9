import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { identifyProcess, isRunning, type ProcessIdentity } from '../process/processIdentity.ts';
import { buildRunMark, stopLeftoverProcesses } from './leftoverProcesses.ts';
import { claimRunFile } from './runFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'slipway-leftovers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const LIVE_ON = 'process.stdout.write("up"); setInterval(() => undefined, 1_000)';

async function startProcess(environment: NodeJS.ProcessEnv, first = ''): Promise<ProcessIdentity> {
  const program = ['--input-type=module', '--eval', `${first};${LIVE_ON}`];
  const child = spawn(process.execPath, program, { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`The process has ended with status ${code}.`);
  });
  await Promise.race([once(child.stdout, 'data'), exited]);
  exited.catch(() => undefined);
  const identity = identifyProcess(child.pid ?? 0);
  if (!identity) throw new Error('The process did not start.');
  return identity;
}

test('stops the processes of a killed run, and not those of another folder', async () => {
  const marked = await startProcess({ ...process.env, ...buildRunMark(folder) });
  const noted = await startProcess(process.env);
  const foreign = await startProcess({ ...process.env, ...buildRunMark(`${folder}-other`) });
  const reused = { ...foreign, startTime: '1' };
  try {
    await stopLeftoverProcesses(folder, [noted, reused]);
    expect([marked, noted, foreign].map(isRunning)).toEqual([false, false, true]);
  } finally {
    process.kill(foreign.pid);
  }
});

test('only one run claims a folder at a time, and the next run gets the children of a dead run', async () => {
  const ports = { port: 1, sandboxPort: 2 };
  const first = await claimRunFile(folder, ports);
  await expect(claimRunFile(folder, ports)).rejects.toThrow(`running already (process ${process.pid})`);
  first.release();

  const children = [{ pid: 4, startTime: '5' }];
  const dead = { owner: { pid: process.pid, startTime: '1' }, stopping: false, ...ports, children };
  writeFileSync(join(folder, 'run.json'), JSON.stringify(dead));
  const next = await claimRunFile(folder, ports);
  expect(next.survivors).toEqual(children);
  next.release();
});

test('a run holds its folder until it is killed', async () => {
  const ports = { port: 3, sandboxPort: 4 };
  const source = JSON.stringify(import.meta.resolve('./runFile.ts'));
  const taking = `await (await import(${source})).claimRunFile(${JSON.stringify(folder)}, ${JSON.stringify(ports)})`;
  const run = await startProcess(process.env, taking);
  await expect(claimRunFile(folder, ports)).rejects.toThrow(`process ${run.pid}): http://localhost:3/`);
  process.kill(run.pid, 'SIGKILL');
  const next = await claimRunFile(folder, ports);
  next.release();
});
