import { statfs } from 'node:fs/promises';
import type { Probe } from '../../notification/heartbeats/watchHeartbeats.ts';

const MEGABYTE = 1_000_000;

/** Space available to a process without special privileges. */
export type DiskSpace = { readonly freeBytes: number; readonly totalBytes: number };
export type DiskSpaceReader = (folder: string) => Promise<DiskSpace>;

/** A disk is low if it is below both limits, so that neither small nor large disks cause false alarms. */
type SpaceLimit = { readonly share: number; readonly bytes: number };
const LOW: SpaceLimit = { share: 0.05, bytes: 5_000 * MEGABYTE };
/** So little that the next log or database files may fill it. */
const FULL: SpaceLimit = { share: 0.01, bytes: 500 * MEGABYTE };

export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

function isBelow({ freeBytes, totalBytes }: DiskSpace, { share, bytes }: SpaceLimit): boolean {
  return freeBytes < bytes && freeBytes < totalBytes * share;
}

export type DiskProbe = Probe & {
  /** Returns true if a disk is so full that this process must not accept more work. */
  isFull(): boolean;
};

/** Checks that the disks of these folders have free space. */
export function diskProbe(folders: readonly string[], read: DiskSpaceReader = readDiskSpace): DiskProbe {
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
