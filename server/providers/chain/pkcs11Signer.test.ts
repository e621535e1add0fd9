import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeySigner, signDigest } from './digestSigner.ts';
import { catchRejection, createOwnerOnlyFolder } from './keystore.testing.ts';
import { openKeySource } from './openKeySource.ts';
import { openPkcs11Signer } from './pkcs11Signer.ts';
import { writeFakeTool } from './pkcs11Tool.testing.ts';

const KEY = '5a'.repeat(31) + '01';

let keyFolder: Awaited<ReturnType<typeof createOwnerOnlyFolder>>;
let tool: Awaited<ReturnType<typeof writeFakeTool>>;
beforeAll(async () => {
  keyFolder = await createOwnerOnlyFolder();
  tool = await writeFakeTool(keyFolder, KEY);
});
afterAll(() => keyFolder.remove());

const keyOn = async (token: string, pin = '1234', name = 'pin') => ({
  modulePath: '/usr/lib/token.so',
  token,
  id: '01ab',
  object: 'evm',
  pinFile: await keyFolder.write(name, `${pin}\n`),
});

test('signs validly with a token, with a different signature each time', async () => {
  const signer = await openPkcs11Signer(await keyOn('treasury'), tool.environment);
  expect(signer.publicKey).toEqual(createKeySigner(KEY).publicKey);
  const digest = randomBytes(32);
  const [first, second] = [await signDigest(signer, digest), await signDigest(signer, digest)];
  expect(second.r).not.toBe(first.r);
  const [call] = (await tool.calls()).slice(-1);
  expect(call?.read).toBe(digest.toString('hex'));
});

test('passes the tool the key’s id, the mechanism for a digest, and the PIN only in its environment', async () => {
  const pin = '1234';
  const signer = await openPkcs11Signer(await keyOn('treasury', pin), tool.environment);
  await signer.sign(randomBytes(32));
  const [read, signed] = (await tool.calls()).slice(-2);
  const key = ['--module', '/usr/lib/token.so', '--token-label', 'treasury', '--id', '01ab'];
  expect(read?.arguments).toEqual([...key, '--read-object', '--type', 'pubkey', '--label', 'evm']);
  const login = ['--login', '--pin', 'env:SLIPWAY_TOKEN_PIN'];
  expect(signed?.arguments).toEqual([...key, ...login, '--sign', '--mechanism', 'ECDSA', '--signature-format', 'rs']);
  expect(signed?.pin).toBe(pin);
});

test('does not log in to a token again after a wrong PIN', async () => {
  const before = (await tool.calls()).length;
  const pkcs11 = await keyOn('treasury', '9999', 'wrong-pin');
  await expect(openKeySource({ pkcs11 }, tool.environment)).rejects.toThrow('that the token rejects');
  const calls = (await tool.calls()).slice(before);
  expect(calls.filter(({ arguments: given }) => given.includes('--login'))).toHaveLength(1);
});

test.each([
  ['absent', '1234', /^names a token that is not there: absent$/],
  ['unloadable', '1234', /^names a library that cannot be loaded: \/usr\/lib\/token\.so$/],
  ['empty', '1234', /^names a key that the token does not have: id 01ab/],
  ['other-curve', '1234', /not of secp256k1/],
  ['garbled', '1234', /not of secp256k1/],
  ['treasury', '4321', /^has a PIN in .+\/its-pin that the token rejects/],
  ['treasury', '', /^leads to .+\/its-pin, which is empty$/],
  ['locked', '1234', /^names the token locked, whose PIN is locked/],
  ['short', '1234', /answered with 63 bytes/],
  ['lying', '1234', /^does not sign: /],
  ['strange', '1234', /^names a token that refused: something else Aborting\.$/],
])('refuses the token %s with PIN %s', async (token, pin, message) => {
  const pkcs11 = await keyOn(token, pin, 'its-pin');
  const refusal = await catchRejection(openKeySource({ pkcs11 }, tool.environment));
  expect(refusal).toMatchObject({ name: 'KeyRefusal', field: 'pkcs11', message: expect.stringMatching(message) });
  if (pin !== '') expect(refusal.message).not.toContain(pin);
});

test('stops waiting for a token that does not answer', async () => {
  const opened = openPkcs11Signer(await keyOn('hanging'), tool.environment, 1_500);
  await expect(opened.then((signer) => signer.sign(randomBytes(32)))).rejects.toMatchObject({
    field: 'pkcs11',
    message: 'names a token that has not answered within 1.5 s',
  });
});

test('names the package to install when the tool is missing', async () => {
  const empty = await createOwnerOnlyFolder();
  const opened = openPkcs11Signer(await keyOn('treasury'), { PATH: empty.folder });
  await expect(opened).rejects.toThrow('needs the program pkcs11-tool, which is not installed: apt-get install opensc');
  await rm(empty.folder, { recursive: true });
});

test('refuses a PIN file that others may read', async () => {
  const key = await keyOn('treasury');
  const pinFile = await keyFolder.write('open-pin', '1234', 0o644);
  await expect(openPkcs11Signer({ ...key, pinFile }, tool.environment)).rejects.toThrow(`chmod 600 ${pinFile}`);
});
