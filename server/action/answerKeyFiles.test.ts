import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAnswerKeys } from './answerKeyFiles.ts';
import { CommandError } from './commandError.ts';

const PUBLIC_KEY = 'a'.repeat(43);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-answer-keys-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('finds a saved key until it is forgotten', async () => {
  const keys = openAnswerKeys(folder, 'a passphrase');
  await keys.save({ publicKey: PUBLIC_KEY, privateKey: 'private' });
  expect(await keys.find(PUBLIC_KEY)).toBe('private');
  await expect(openAnswerKeys(folder, 'another').find(PUBLIC_KEY)).rejects.toThrow('OPERATOR_KEY_PASSPHRASE');
  await keys.forget(PUBLIC_KEY);
  expect(await keys.find(PUBLIC_KEY)).toBeUndefined();
});

test('refuses a key file that cannot be read, instead of reporting it as absent', async () => {
  const unreadable = 'b'.repeat(43);
  await mkdir(join(folder, `${unreadable}.key`));
  const found = openAnswerKeys(folder, '').find(unreadable);
  await expect(found).rejects.toThrow(CommandError);
  await expect(found).rejects.toThrow('cannot be read');
});
