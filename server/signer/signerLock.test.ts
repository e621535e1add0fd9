import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { waitFor } from '../../tools/patience/waitFor.testing.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { createLog } from '../platform/log/log.ts';
import { lockSigner } from './signerLock.ts';

const { database, url } = await openOwnDatabase(2);
const log = createLog('silent');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signer-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function locked(change: { readonly folder?: string; readonly databaseUrl?: string } = {}) {
  const lock = await lockSigner({ databaseUrl: url, folder, log, patienceMs: 0, ...change });
  onTestFinished(() => lock.release());
  return lock;
}

/** Creates another database on the same server, so that only the folder's lock is shared. */
async function elsewhere(): Promise<string> {
  const other = await openOwnDatabase(1);
  return other.url;
}

test('a second signer does not start with the same database', async () => {
  await locked();
  await expect(locked({ folder: join(folder, 'other') })).rejects.toThrow('another signer runs with this database');
});

test('a second signer does not start with the same folder', async () => {
  await locked();
  await expect(locked({ databaseUrl: await elsewhere() })).rejects.toThrow('another process listens at');
});

test('a signer that ends lets the next one start', async () => {
  const first = await locked();
  await first.release();
  expect((await locked()).isHeld()).toBe(true);
});

test('a signer that replaces another one waits for its end', async () => {
  const first = await locked();
  const second = lockSigner({ databaseUrl: url, folder, log, patienceMs: 30_000 });
  await first.release();
  const lock = await second;
  expect(lock.isHeld()).toBe(true);
  await lock.release();
});

test('what a killed signer leaves in its folder blocks no restart', async () => {
  const path = join(folder, 'lock');
  const script = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('listens'))`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  await expect(locked()).rejects.toThrow('another process listens at');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect((await locked()).isHeld()).toBe(true);
});

test('a file that lies where the lock belongs blocks no start', async () => {
  await writeFile(join(folder, 'lock'), '');
  expect((await locked()).isHeld()).toBe(true);
});

test('a lock whose connection breaks is lost, and is taken again', async () => {
  const lock = await locked();
  await database.many(sql`
    select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`);
  await waitFor(() => expect(lock.isHeld()).toBe(false));
  await waitFor(() => expect(lock.isHeld()).toBe(true));
});

test('a folder with a path too long for a socket is locked as well', async () => {
  const long = join(folder, 'f'.repeat(120));
  await locked({ folder: long });
  await expect(locked({ folder: long, databaseUrl: await elsewhere() })).rejects.toThrow('another process listens at');
});
