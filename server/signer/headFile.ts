import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Link, NO_ROWS } from './chainedRows.ts';

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
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (text === undefined) return undefined;
      const [, number, mac] = HEAD.exec(text) ?? [];
      if (number === undefined || mac === undefined) throw new Error(`${path} is not the head of a record`);
      return number === '0' ? NO_ROWS : { number: Number(number), mac: Buffer.from(mac, 'hex') };
    },
    async keep({ number, mac }) {
      const next = `${path}.next`;
      const file = await open(next, 'w', 0o600);
      try {
        await file.writeFile(`${number} ${mac.toString('hex')}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(next, path);
      const folder = await open(dirname(path), 'r');
      try {
        await folder.sync();
      } finally {
        await folder.close();
      }
    },
  };
}
