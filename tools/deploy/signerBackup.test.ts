import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const SCRIPTS = fileURLToPath(new URL('../../deploy/backup/', import.meta.url));
const base = await mkdtemp(join(tmpdir(), 'signer-backup-'));
afterAll(() => rm(base, { recursive: true }));

async function createSignerFolder(name: string) {
  const folder = join(base, name);
  const file = join(base, `${name}.backup`);
  await mkdir(folder);
  await writeFile(join(folder, 'head'), '2 ab\n');
  await writeFile(join(folder, 'forms-2026-03-01'), 'rows\n');
  const run = (script: string, pass = 'a long passphrase') =>
    promisify(execFile)(join(SCRIPTS, script), [file], {
      env: { ...process.env, SIGNER_FOLDER: folder, SIGNER_BACKUP_PASS: pass },
    });
  const head = () => readFile(join(folder, 'head'), 'utf8');
  return { folder, file, run, head };
}

test('restores the folder, and keeps the replaced one', async () => {
  const { folder, run, head } = await createSignerFolder('whole');
  await run('signer-backup.sh');
  await writeFile(join(folder, 'head'), '3 cd\n');
  await run('signer-restore.sh');
  expect(await head()).toBe('2 ab\n');
  expect((await readdir(folder)).toSorted()).toEqual(['forms-2026-03-01', 'head']);
  const [before = ''] = (await readdir(base)).filter((name) => name.startsWith('whole.before-'));
  expect(await readFile(join(base, before, 'head'), 'utf8')).toBe('3 cd\n');
});

test('changes nothing for a wrong passphrase, a truncated file or an empty folder', async () => {
  const { folder, file, run, head } = await createSignerFolder('refused');
  await run('signer-backup.sh');
  await writeFile(join(folder, 'head'), '3 cd\n');
  await expect(run('signer-restore.sh', 'another passphrase')).rejects.toThrow();
  await truncate(file, 100);
  await expect(run('signer-restore.sh')).rejects.toThrow();
  expect(await head()).toBe('3 cd\n');
  await rm(join(folder, 'head'));
  await expect(run('signer-backup.sh')).rejects.toThrow('there is no head of a record');
});
