import { readDurableFile, writeDurableFile } from './durableFile.ts';
import { type ChainLink, EMPTY_CHAIN_HEAD } from './rowChain.ts';

/** Stores the record's head where an attacker with write access to the database cannot reach it. */
export type HeadStore = {
  /** Returns the head, or undefined if none was ever stored. */
  read(): Promise<ChainLink | undefined>;
  /** Resolves when the head is on the disk. */
  save(head: ChainLink): Promise<void>;
};

const HEAD = /^(\d{1,15}) ([0-9a-f]*)\n$/;

/** Returns a store that uses a file in the signer's folder: one line with the number and the MAC of the newest row. */
export function createHeadFile(path: string): HeadStore {
  return {
    async read() {
      const text = await readDurableFile(path);
      if (text === undefined) return undefined;
      const [, number, mac] = HEAD.exec(text) ?? [];
      if (number === undefined || mac === undefined) throw new Error(`${path} is not the head of a record`);
      return number === '0' ? EMPTY_CHAIN_HEAD : { number: Number(number), mac: Buffer.from(mac, 'hex') };
    },
    save: ({ number, mac }) => writeDurableFile(path, `${number} ${mac.toString('hex')}\n`),
  };
}
