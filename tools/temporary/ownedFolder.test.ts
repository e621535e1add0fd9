import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createOwnedFolder, databaseFolder, removeOwnedFolder } from './ownedFolder.ts';

test('removes a folder together with its database files outside of it', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'slipway-elsewhere-'));
  const folder = await createOwnedFolder('slipway-owned-');
  mkdirSync(databaseFolder(folder));
  symlinkSync(elsewhere, join(databaseFolder(folder), 'elsewhere'));
  await removeOwnedFolder(folder);
  expect([existsSync(folder), existsSync(elsewhere)]).toEqual([false, false]);
  rmSync(elsewhere, { recursive: true, force: true });
});
