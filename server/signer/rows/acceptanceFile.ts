import { rm } from 'node:fs/promises';
import { readDurableFile, writeDurableFile } from '../record/durableFile.ts';

/**
 * Stores the acceptance of the configuration by an operator on the signer's machine: the digest of the rows that the command
 * has shown.
 */
export type AcceptanceStore = {
  read(): Promise<string | undefined>;
  write(digest: string): Promise<void>;
  remove(): Promise<void>;
};

/**
 * Stores the acceptance in a file of the signer's folder. The command writes the file. The signer removes it once it has read
 * it.
 */
export function createAcceptanceFile(path: string): AcceptanceStore {
  return {
    read: async () => (await readDurableFile(path))?.trim(),
    write: (digest) => writeDurableFile(path, `${digest}\n`),
    remove: () => rm(path, { force: true }),
  };
}
