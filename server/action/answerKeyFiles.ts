import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isSealedKeyText, sealKeyText, unsealKeyText } from '../platform/persons/sealedKeyText.ts';
import type { AnswerKey } from './answerKey.ts';
import { CommandError } from './commandError.ts';

/** Stores the keys that decrypt answers until the answers are collected. Only the requester's machine has the keys. */
export type AnswerKeys = {
  save(key: AnswerKey): Promise<void>;
  /** Returns the private key of this public one; undefined if it is not stored here. Throws CommandError if it is unreadable. */
  find(publicKey: string): Promise<string | undefined>;
  forget(publicKey: string): Promise<void>;
};

/** The form of a public key. It is read from a database row and becomes a file name, so nothing else is accepted. */
const PUBLIC_KEY = /^[\w-]{43}$/;

/** Opens a store with one file per key, readable only by its owner, and encrypted if there is a passphrase. */
export function openAnswerKeys(folder: string, passphrase: string): AnswerKeys {
  const buildFilePath = (publicKey: string) => join(folder, `${publicKey}.key`);
  return {
    async save({ publicKey, privateKey }) {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await using file = await open(buildFilePath(publicKey), 'wx', 0o600);
        await file.writeFile(passphrase === '' ? privateKey : sealKeyText(privateKey, passphrase));
        await file.sync();
      } catch {
        throw new CommandError(`${folder} cannot be written: it stores the key that decrypts the answer`);
      }
    },
    async find(publicKey) {
      if (!PUBLIC_KEY.test(publicKey)) return undefined;
      const text = await readFile(buildFilePath(publicKey), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw new CommandError(`${buildFilePath(publicKey)} cannot be read: ${error.message}`);
      });
      if (text === undefined || !isSealedKeyText(text)) return text;
      try {
        return unsealKeyText(text, passphrase);
      } catch {
        throw new CommandError(`${buildFilePath(publicKey)} cannot be decrypted with OPERATOR_KEY_PASSPHRASE`);
      }
    },
    async forget(publicKey) {
      if (PUBLIC_KEY.test(publicKey)) await rm(buildFilePath(publicKey), { force: true });
    },
  };
}
