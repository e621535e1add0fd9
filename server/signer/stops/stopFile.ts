import { z } from 'zod';
import { readKept, writeKept } from '../keptFile.ts';
import type { Stop } from './judgeStop.ts';

/** A stop that was seen, and by which statement it was ended. */
export type KnownStop = Stop & { readonly endedBy: string | null };

/** Where the stops are kept, out of reach of whoever can write the database. */
export type StopKeeper = {
  read(): Promise<readonly KnownStop[]>;
  /** On the disk when it resolves. */
  keep(stops: readonly KnownStop[]): Promise<void>;
};

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const knownStop = z.strictObject({
  hash,
  who: z.string(),
  why: z.string(),
  at: z.iso.datetime(),
  persons: hash,
  endedBy: hash.nullable(),
});

/** A file of the signer's own, with a line of JSON for each stop that there ever was. */
export function createStopFile(path: string): StopKeeper {
  return {
    async read() {
      const lines = ((await readKept(path)) ?? '').split('\n').filter((line) => line !== '');
      try {
        return lines.map((line) => knownStop.parse(JSON.parse(line)));
      } catch {
        throw new Error(`${path} is not a list of stops: nothing is signed while nobody knows whether one stands`);
      }
    },
    keep: (stops) => writeKept(path, stops.map((stop) => `${JSON.stringify(stop)}\n`).join('')),
  };
}
