import { rm } from 'node:fs/promises';
import { readDurableFile, writeDurableFile } from '../record/durableFile.ts';

/**
 * Stores the operator's acceptance of the configuration, made on the signer's machine: the digest of the rows that the command
 * has shown.
 */
export type AcceptanceStore = {
  read(): Promise<string | undefined>;
  write(digest: string): Promise<void>;
  remove(): Promise<void>;
};

/**
 * Stores it in a file of the signer's folder. The command writes the file. The signer, the only writer of the accepted rows,
 * removes it.
 */
export function createAcceptanceFile(path: string): AcceptanceStore {
  return {
    read: async () => (await readDurableFile(path))?.trim(),
    write: (digest) => writeDurableFile(path, `${digest}\n`),
    remove: () => rm(path, { force: true }),
  };
}
