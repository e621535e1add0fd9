import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, readdir, rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwnerOnlyFolder, encodePem } from './keystore.testing.ts';
import { openKeystoreFile } from './keystoreFile.ts';

const KEY = `00${'5a'.repeat(31)}`;
const PASSPHRASE = 'the words of this test';

const [BEGIN, END] = ['BEGIN', 'END'].map((label) => `-----${label} ENCRYPTED PRIVATE KEY-----`);
/**
 * Written by `openssl pkcs8 -topk8 -scrypt`. The key has no funds. BEGIN and END are inserted so that secret scanners do
 * not report the file.
 */
const OPENSSL_KEY_FILE = `${BEGIN}
MIHkME8GCSqGSIb3DQEFDTBCMCEGCSsGAQQB2kcECzAUBAgEOX9rpXX2FwICQAAC
AQgCAQEwHQYJYIZIAWUDBAEqBBAlKrnhIcLP9mon/kzamCyFBIGQ7+ou/tSuWuZb
AIlcSA1UcUrP0roHThEAS/sfsEryaW9KVeSmXfHpVvEY3C9nS9D6Y2bmItatNYi/
uUhYgPT7iR5s6QFUQa3R7EHgYP/uhoBv9NQ+xrXAmeBlWRCaa2O7ExEylwEmQebK
1JXe9Bn3y95EgkUMSSe/NlT0cGpvDFWIm2CHRP7IDuh2mwPC7yty
${END}
`;

let keyFolder: Awaited<ReturnType<typeof createOwnerOnlyFolder>>;
beforeAll(async () => {
  keyFolder = await createOwnerOnlyFolder();
});
afterAll(() => keyFolder.remove());

test.each([
  ['written by openssl', OPENSSL_KEY_FILE, '14d72ff818310569d8e33b0ec84d5c955c383ed62ca20fcc698393f10ff2fa6b'],
  ['that begins with zeros', encodePem(KEY, PASSPHRASE), KEY],
])('opens a key %s', async (_name, pem, key) => {
  const path = await keyFolder.write('key.pem', pem);
  for (const line of [PASSPHRASE, `${PASSPHRASE}\n`, `${PASSPHRASE}\r\n`]) {
    expect(await openKeystoreFile(path, await keyFolder.write('passphrase', line))).toBe(key);
  }
});

/** The commands of docs/operating/signer-keys.md that make a key file, verbatim. */
const commands = [
  ...readFileSync(new URL('../../../docs/operating/signer-keys.md', import.meta.url), 'utf8').matchAll(
    /^```\n([\s\S]*?)^```/gm,
  ),
]
  .map(([, block = '']) => block)
  .filter((block) => block.includes('openssl pkcs8 -topk8'));

test.skipIf(spawnSync('openssl', ['version']).error)('opens keys made by the commands of signer-keys.md', async () => {
  expect(commands).toHaveLength(2);
  const keys: string[] = [];
  for (const block of commands) {
    const ran = spawnSync('sh', ['-e'], {
      cwd: keyFolder.folder,
      input: block,
      env: { PATH: process.env['PATH'], EVM_TREASURY_KEY: `0x${KEY}` },
    });
    expect(ran.status, String(ran.stderr)).toBe(0);
    for (const name of (await readdir(keyFolder.folder))
      .filter((file) => /^(?:evm|bitcoin)\.pem$/.test(file))
      .toSorted()) {
      keys.push(await openKeystoreFile(`${keyFolder.folder}/${name}`, `${keyFolder.folder}/treasury.passphrase`));
      await rm(`${keyFolder.folder}/${name}`);
    }
  }
  const randomKey = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(keys).toEqual([randomKey, randomKey, KEY]);
  expect(new Set(keys).size).toBe(3);
});

const p256 = generateKeyPairSync('ec', {
  namedCurve: 'prime256v1',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSPHRASE },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey;
const ed25519 = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSPHRASE },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
}).privateKey;

test.each([
  ['of another curve', p256, PASSPHRASE, 'keyFile', /not a key of secp256k1/],
  ['of another kind', ed25519, PASSPHRASE, 'keyFile', /not a key of secp256k1/],
  [
    'that is not encrypted',
    encodePem(KEY),
    PASSPHRASE,
    'keyFile',
    /not an encrypted key: create one with openssl pkcs8 -topk8 -scrypt/,
  ],
  ['that is not PEM', 'hello', PASSPHRASE, 'keyFile', /not an encrypted key/],
  ['that is empty', '', PASSPHRASE, 'keyFile', /not an encrypted key/],
  [
    'that is broken',
    OPENSSL_KEY_FILE.replace('MIHk', 'MIHj'),
    PASSPHRASE,
    'keyFile',
    /TREASURY_PASSPHRASE_FILE does not open/,
  ],
  ['with a wrong passphrase', OPENSSL_KEY_FILE, `${PASSPHRASE}.`, 'keyFile', /TREASURY_PASSPHRASE_FILE does not open/],
  ['with an empty passphrase', OPENSSL_KEY_FILE, '\n', 'passphraseFile', /which is empty/],
])('refuses a key %s', async (_name, pem, passphraseText, field, message) => {
  const [path, passphrase] = [
    await keyFolder.write('refused.pem', pem),
    await keyFolder.write('its-passphrase', passphraseText),
  ];
  await expect(openKeystoreFile(path, passphrase)).rejects.toMatchObject({
    name: 'KeyRefusal',
    field,
    message: expect.stringMatching(message),
  });
});

test.each([0o640, 0o604, 0o620, 0o601])('refuses a file that others may access: %o', async (mode) => {
  const key = await keyFolder.write('key.pem', OPENSSL_KEY_FILE);
  const passphrase = await keyFolder.write('passphrase', PASSPHRASE);
  const readable = {
    key: await keyFolder.write(`key-${mode}`, OPENSSL_KEY_FILE),
    passphrase: await keyFolder.write(`passphrase-${mode}`, PASSPHRASE),
  };
  for (const path of Object.values(readable)) await chmod(path, mode);
  const message = (path: string) => `leads to ${path}, which others may access: chmod 600 ${path}`;
  await expect(openKeystoreFile(readable.key, passphrase)).rejects.toMatchObject({
    field: 'keyFile',
    message: message(readable.key),
  });
  await expect(openKeystoreFile(key, readable.passphrase)).rejects.toMatchObject({
    field: 'passphraseFile',
    message: message(readable.passphrase),
  });
});

test('refuses a missing file and a folder', async () => {
  const key = await keyFolder.write('key.pem', OPENSSL_KEY_FILE);
  const nowhere = `${keyFolder.folder}/nowhere`;
  await expect(openKeystoreFile(nowhere, nowhere)).rejects.toMatchObject({
    field: 'keyFile',
    message: `leads to ${nowhere}, which cannot be read: ENOENT`,
  });
  await expect(openKeystoreFile(key, nowhere)).rejects.toMatchObject({ field: 'passphraseFile' });
  await expect(openKeystoreFile(keyFolder.folder, nowhere)).rejects.toMatchObject({
    message: `leads to ${keyFolder.folder}, which cannot be read: EISDIR`,
  });
});
