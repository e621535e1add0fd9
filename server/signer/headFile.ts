import { type Link, NO_ROWS } from './chainedRows.ts';
import { readKept, writeKept } from './keptFile.ts';

/** Where the record's head is kept, out of reach of whoever can write the database. */
export type HeadKeeper = {
  /** Undefined where none was ever kept. */
  read(): Promise<Link | undefined>;
  /** On the disk when it resolves. */
  keep(head: Link): Promise<void>;
};

const HEAD = /^(\d{1,15}) ([0-9a-f]*)\n$/;

/** A file of the signer's own: one line with the number and the MAC of the newest row. */
export function createHeadFile(path: string): HeadKeeper {
  return {
    async read() {
      const text = await readKept(path);
      if (text === undefined) return undefined;
      const [, number, mac] = HEAD.exec(text) ?? [];
      if (number === undefined || mac === undefined) throw new Error(`${path} is not the head of a record`);
      return number === '0' ? NO_ROWS : { number: Number(number), mac: Buffer.from(mac, 'hex') };
    },
    keep: ({ number, mac }) => writeKept(path, `${number} ${mac.toString('hex')}\n`),
  };
}
