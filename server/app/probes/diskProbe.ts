import { statfs } from 'node:fs/promises';
import type { Probe } from '../../notification/heartbeats/watchHeartbeats.ts';

const MEGABYTE = 1_000_000;

/** What is free for a process without special rights. */
export type DiskSpace = { readonly freeBytes: number; readonly totalBytes: number };
export type ReadSpace = (folder: string) => Promise<DiskSpace>;

/** Below both figures at once, so that neither a small nor a large disk gives a false alarm. */
type Threshold = { readonly share: number; readonly bytes: number };
const LOW: Threshold = { share: 0.05, bytes: 5_000 * MEGABYTE };
/** Little enough for the next files of logs or of the database to fill it. */
const FULL: Threshold = { share: 0.01, bytes: 500 * MEGABYTE };

export async function readSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

function isBelow({ freeBytes, totalBytes }: DiskSpace, { share, bytes }: Threshold): boolean {
  return freeBytes < bytes && freeBytes < totalBytes * share;
}

export type DiskCheck = Probe & {
  /** Whether a disk is so full that this process must not take on more. */
  isFull(): boolean;
};

/** Checks that the disks of these folders have space left. */
export function diskProbe(folders: readonly string[], read: ReadSpace = readSpace): DiskCheck {
  let full = false;
  return {
    kind: 'disk_low',
    isFull: () => full,
    async check() {
      const spaces = await Promise.all(folders.map(async (folder) => ({ folder, space: await read(folder) })));
      full = spaces.some(({ space }) => isBelow(space, FULL));
      return new Map(
        spaces
          .filter(({ space }) => isBelow(space, LOW))
          .map(({ folder, space }) => [folder, `${Math.floor(space.freeBytes / MEGABYTE)} MB are free`]),
      );
    },
  };
}
