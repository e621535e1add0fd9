import { rm } from 'node:fs/promises';
import { readKept, writeKept } from '../keptFile.ts';

/** How an operator on the signer's machine accepts the configuration: by the digest of the rows that the command has shown. */
export type Acceptance = {
  read(): Promise<string | undefined>;
  write(digest: string): Promise<void>;
  remove(): Promise<void>;
};

/** A file of the signer's folder. The command writes it; the signer, which alone writes the accepted rows, removes it. */
export function createAcceptanceFile(path: string): Acceptance {
  return {
    read: async () => (await readKept(path))?.trim(),
    write: (digest) => writeKept(path, `${digest}\n`),
    remove: () => rm(path, { force: true }),
  };
}
