import { open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { ChainLink } from './rowChain.ts';

/** A copy of a record's newest rows in the signer's folder, from which a restored database gets its lost rows. */
export type Journal<Row extends ChainLink> = {
  /** Resolves when the rows are on the disk. */
  append(rows: readonly Row[]): Promise<void>;
  /** Returns the retained rows above a number, the oldest first. */
  after(number: number): Promise<readonly Row[]>;
};

const DAY_MS = 24 * 60 * 60_000;
/** How long files of the journal are kept: no database is restored to an earlier moment than this. */
const KEPT_DAYS = 35;

/**
 * Creates a journal with a file per day, `forms-2026-11-29`, and a row per line. It deletes files past retention when a day
 * begins.
 */
export function createJournal<Row extends ChainLink>(folder: string, name: string, now: () => Date): Journal<Row> {
  const prefix = `${name}-`;
  const buildFileName = (at: number) => `${prefix}${new Date(at).toISOString().slice(0, 10)}`;
  const listFiles = async () => (await readdir(folder)).filter((file) => file.startsWith(prefix)).toSorted();
  let today = '';

  async function deleteExpiredFiles(): Promise<void> {
    const oldest = buildFileName(now().getTime() - KEPT_DAYS * DAY_MS);
    for (const file of await listFiles()) if (file < oldest) await rm(join(folder, file));
  }

  return {
    async append(rows) {
      const file = buildFileName(now().getTime());
      const handle = await open(join(folder, file), 'a', 0o600);
      try {
        // Begins with a newline: a crash may have cut the previous line off.
        await handle.appendFile(`\n${rows.map((row) => `${serialize(row).toString('base64')}\n`).join('')}`);
        await handle.sync();
      } finally {
        await handle.close();
      }
      if (file === today) return;
      today = file;
      await deleteExpiredFiles();
    },
    async after(number) {
      const rows = new Map<number, Row>();
      for (const file of await listFiles())
        for (const row of readRows(await readFile(join(folder, file), 'utf8')))
          if (row.number > number) rows.set(row.number, row as Row);
      return [...rows.values()].toSorted((a, b) => a.number - b.number);
    },
  };
}

/**
 * Returns the readable rows of a file. A line is incomplete if the process ended while it wrote the row, before the form
 * left.
 */
function readRows(text: string): readonly ChainLink[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.flatMap((line) => {
    try {
      const row = deserialize(Buffer.from(line, 'base64')) as ChainLink;
      return [{ ...row, mac: Buffer.from(row.mac) }];
    } catch {
      return [];
    }
  });
}
