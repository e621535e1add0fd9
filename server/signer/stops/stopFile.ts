import { z } from 'zod';
import { readDurableFile, writeDurableFile } from '../record/durableFile.ts';
import type { Stop } from './judgeStop.ts';

/** A known stop, and the hash of the statement that ended it; null while it is active. */
export type KnownStop = Stop & { readonly endedBy: string | null };

/** Stores the stops where an attacker with write access to the database cannot reach them. */
export type KnownStopStore = {
  read(): Promise<readonly KnownStop[]>;
  /** Resolves when the stops are on the disk. */
  save(stops: readonly KnownStop[]): Promise<void>;
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

/** Stores the stops in the signer's folder: one line of JSON for each stop that ever existed. */
export function createStopFile(path: string): KnownStopStore {
  return {
    async read() {
      const lines = ((await readDurableFile(path)) ?? '').split('\n').filter((line) => line !== '');
      try {
        return lines.map((line) => knownStop.parse(JSON.parse(line)));
      } catch {
        throw new Error(`${path} is not a list of stops: nothing is signed while it is unknown whether one is active`);
      }
    },
    save: (stops) => writeDurableFile(path, stops.map((stop) => `${JSON.stringify(stop)}\n`).join('')),
  };
}
