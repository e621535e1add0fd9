import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryOnce } from '../../server/platform/database/queryOnce.testing.ts';
import { patienceMs } from '../patience/patience.ts';
import { isRunning, waitUntilGone } from '../process/processIdentity.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embeddedPostgres.ts';

let dataDir: string;
let running: EmbeddedPostgres | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'slipway-embedded-'));
});

afterEach(async () => {
  await running?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ dataDir, durable: false });
  return running;
}

test('keeps its data after a stop and after a crash', async () => {
  const first = await start();
  await queryOnce(first.url, "create table notes as select 'kept' as text");
  await first.stop();
  expect(isRunning(first.identity)).toBe(false);

  const second = await start();
  expect(await queryOnce(second.url, 'select text from notes')).toEqual([{ text: 'kept' }]);
  process.kill(second.identity.pid, 'SIGKILL');
  await waitUntilGone(second.identity, patienceMs);

  const third = await start();
  expect(third.adopted).toBe(false);
  expect(await queryOnce(third.url, 'select text from notes')).toEqual([{ text: 'kept' }]);
});

test('adopts a server that an earlier run left', async () => {
  const first = await start();
  const second = await start();
  expect(second).toMatchObject({ adopted: true, url: first.url, identity: first.identity });
});

test('neither adopts nor stops another program with the old pid', async () => {
  const first = await start();
  await first.stop();
  const [cluster] = (await readdir(dataDir)).filter((name) => name === 'cluster');
  expect(cluster).toBeDefined();
  const note = [process.pid, join(dataDir, 'cluster', 'data'), 0, 5432, '', '127.0.0.1', '', 'ready'].join('\n');
  await writeFile(join(dataDir, 'cluster', 'data', 'postmaster.pid'), note);

  const second = await start();
  expect(second.adopted).toBe(false);
  expect(second.identity.pid).not.toBe(process.pid);
});

test('repeats an interrupted creation', async () => {
  await writeFile(join(dataDir, 'unfinished-left'), '');
  const first = await start();
  expect(await queryOnce(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await readdir(dataDir)).not.toContain('unfinished-left');
});

test('sorts by code point, uses UTC and listens only on loopback', async () => {
  const { url } = await start();
  expect(await queryOnce(url, `select lower('ÄÖ') as lower, 'Z' < 'a' as by_code_point`)).toEqual([
    { lower: 'äö', by_code_point: true },
  ]);
  expect(await queryOnce(url, 'show timezone')).toEqual([{ TimeZone: 'UTC' }]);
  expect(await queryOnce(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
});
