import { readdir } from 'node:fs/promises';
import type { Probe } from '../../notification/heartbeats/watchHeartbeats.ts';

/** Checks that a folder can be read. `variable` names it for the operator. A missing folder counts as empty. */
export function folderProbe(variable: string, folder: string): Probe {
  return {
    kind: 'bank_unreachable',
    async check() {
      try {
        await readdir(folder);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code !== 'ENOENT') return new Map([[variable, `${folder} cannot be read: ${code}`]]);
      }
      return new Map();
    },
  };
}
