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
import { lockSigner, type SignerLockOptions } from './signerLock.ts';

const { database, url } = await openOwnDatabase(2);
const log = createLog('silent');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signer-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function acquireLock(change: Partial<SignerLockOptions> = {}) {
  const lock = await lockSigner({ databaseUrl: url, name: 'a', folder, log, patienceMs: 0, ...change });
  onTestFinished(() => lock.release());
  return lock;
}

/** Creates another database on the same server, so that only the folder's lock is shared. */
async function createOtherDatabase(): Promise<string> {
  const other = await openOwnDatabase(1);
  return other.url;
}

test('refuses a second signer with the same database and name', async () => {
  await acquireLock();
  const other = { folder: join(folder, 'other') };
  await expect(acquireLock(other)).rejects.toThrow('another signer with SIGNER_NAME a runs with this database');
  expect((await acquireLock({ ...other, name: 'b' })).isHeld()).toBe(true);
});

test('refuses a second signer with the same folder', async () => {
  await acquireLock();
  await expect(acquireLock({ databaseUrl: await createOtherDatabase() })).rejects.toThrow('another process listens at');
});

test('starts the next signer once the first has ended', async () => {
  const first = await acquireLock();
  await first.release();
  expect((await acquireLock()).isHeld()).toBe(true);
});

test('waits for the end of the signer that it replaces', async () => {
  const first = await acquireLock();
  const second = lockSigner({ databaseUrl: url, name: 'a', folder, log, patienceMs: 30_000 });
  await first.release();
  const lock = await second;
  expect(lock.isHeld()).toBe(true);
  await lock.release();
});

test('starts after a killed signer left its socket in the folder', async () => {
  const path = join(folder, 'lock');
  const script = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('listens'))`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  await expect(acquireLock()).rejects.toThrow('another process listens at');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect((await acquireLock()).isHeld()).toBe(true);
});

test('starts although a plain file has the name of the lock', async () => {
  await writeFile(join(folder, 'lock'), '');
  expect((await acquireLock()).isHeld()).toBe(true);
});

test('loses the lock when its connection breaks, and takes it again', async () => {
  const heldWhileLost: boolean[] = [];
  const lock = await acquireLock({ onRetaken: () => void heldWhileLost.push(lock.isHeld()) });
  await database.many(sql`
    select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`);
  await waitFor(() => expect(heldWhileLost).toEqual([false]));
  await waitFor(() => expect(lock.isHeld()).toBe(true));
});

test('locks a folder whose path is too long for a socket', async () => {
  const long = join(folder, 'f'.repeat(120));
  await acquireLock({ folder: long });
  await expect(acquireLock({ folder: long, databaseUrl: await createOtherDatabase() })).rejects.toThrow(
    'another process listens at',
  );
});
