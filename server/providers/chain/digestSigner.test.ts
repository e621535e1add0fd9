import { randomBytes } from 'node:crypto';
import { recoverPublicKey } from 'viem';
import { expect, test } from 'vitest';
import { compressPublicKey, createKeySigner, type DigestSigner, signDigest } from './digestSigner.ts';
import { createHighSSigner, createVaryingSigner } from './fakeSigners.testing.ts';

const KEY = '5a'.repeat(31) + '01';
const OTHER = '5a'.repeat(31) + '02';
const HALF_ORDER = 0x7fff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_5d57_6e73_57a4_501d_dfe9_2f46_681b_20a0n;
const digest = randomBytes(32);
const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}` as const;

test.each<[string, DigestSigner]>([
  ['a key of this process', createKeySigner(KEY)],
  ['a randomized key', createVaryingSigner(KEY)],
  ['a key that returns a high s', createHighSSigner(KEY)],
])('%s: returns a low s and a parity that recovers the key', async (_name, signer) => {
  for (let count = 0; count < 8; count++) {
    const { r, s, yParity } = await signDigest(signer, digest);
    expect(s).toBeLessThanOrEqual(HALF_ORDER);
    const hexValues = [r, s].map((value) => `0x${value.toString(16).padStart(64, '0')}` as const);
    const [r32 = '0x', s32 = '0x'] = hexValues;
    const found = await recoverPublicKey({ hash: hex(digest), signature: { r: r32, s: s32, yParity } });
    expect(hex(compressPublicKey(Buffer.from(found.slice(2), 'hex')))).toBe(hex(signer.publicKey));
  }
});

test('makes equal signatures with a key in this process, and different ones with a randomizing signer', async () => {
  const signTwice = async (signer: DigestSigner) => [
    await signDigest(signer, digest),
    await signDigest(signer, digest),
  ];
  const [first, second] = await signTwice(createKeySigner(KEY));
  expect(second).toEqual(first);
  const [randomized, repeated] = await signTwice(createVaryingSigner(KEY));
  expect(repeated?.r).not.toBe(randomized?.r);
});

const { publicKey } = createKeySigner(KEY);
const createSignerReturning = (bytes: Uint8Array): DigestSigner => ({ publicKey, sign: async () => bytes });
test.each<[string, DigestSigner]>([
  ['of another key', { publicKey, sign: createKeySigner(OTHER).sign }],
  ['of another digest', { publicKey, sign: () => createKeySigner(KEY).sign(randomBytes(32)) }],
  ['of random bytes', createSignerReturning(randomBytes(64))],
  ['of zeros', createSignerReturning(new Uint8Array(64))],
  ['too large', createSignerReturning(new Uint8Array(64).fill(0xff))],
  ['too short', createSignerReturning(randomBytes(63))],
  ['too long', createSignerReturning(randomBytes(65))],
  ['empty', createSignerReturning(new Uint8Array())],
  ['as text', createSignerReturning(Buffer.from(Buffer.from(randomBytes(32)).toString('hex')))],
])('refuses a signature %s', async (_name, signer) => {
  await expect(signDigest(signer, digest)).rejects.toThrow();
});

test('refuses a signature with one changed bit', async () => {
  const genuine = await createKeySigner(KEY).sign(digest);
  for (let bit = 0; bit < 512; bit += 7) {
    const altered = Buffer.from(genuine);
    altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    await expect(signDigest(createSignerReturning(altered), digest)).rejects.toThrow();
  }
});
