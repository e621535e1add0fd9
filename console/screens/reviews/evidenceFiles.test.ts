import { evidenceFileKinds } from '@slipway/contract/statements/evidence.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeSha256 } from '../../person/computeSha256.ts';
import { addFile, type ChosenFile, encodeFileAsBase64, formatTypeAndSize } from './evidenceFiles.ts';

const file = (kind: ChosenFile['kind'], text = '%PDF-1.7') => ({
  kind,
  name: 'a file',
  bytes: new TextEncoder().encode(text),
});

test('encodes bytes of any length without loss', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200_000, size: 'max' }), (bytes) => {
      const base64 = encodeFileAsBase64({ bytes: new Uint8Array(bytes) });
      expect(Buffer.from(base64, 'base64').equals(Buffer.from(bytes))).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test('keeps one file per kind in the order of signing, and replaces or removes it', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...evidenceFileKinds]), (kinds) => {
      const files = kinds.reduce<readonly ChosenFile[]>((all, kind) => addFile(all, kind, file(kind)), []);
      expect(files.map(({ kind }) => kind)).toEqual(evidenceFileKinds.filter((kind) => kinds.includes(kind)));
    }),
  );
  const [only, ...others] = addFile([file('other')], 'other', file('other', '%PDF-2'));
  expect(others).toEqual([]);
  expect(new TextDecoder().decode(only?.bytes)).toBe('%PDF-2');
  expect(addFile([file('other')], 'other')).toEqual([]);
});

test('formats the type, detected from the bytes, and the size, and computes the server’s hash', async () => {
  expect(formatTypeAndSize(file('other'))).toBe('PDF, 1 kB');
  expect(formatTypeAndSize(file('other', 'GIF89a'))).toBe('unknown type, 1 kB');
  expect(await computeSha256(file('other', 'abc').bytes)).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
