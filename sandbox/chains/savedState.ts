import { mkdirSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

export type SavedState = {
  /** Undefined before the first save. */
  read(): Promise<string | undefined>;
  write(content: string): Promise<void>;
};

/** One file that is replaced whole, so that a crash leaves either the earlier state or the new one. */
export function savedState(file: string): SavedState {
  mkdirSync(dirname(file), { recursive: true });
  return {
    async read() {
      try {
        return await readFile(file, 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async write(content) {
      const handle = await open(`${file}.next`, 'w');
      try {
        await handle.writeFile(content);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(`${file}.next`, file);
    },
  };
}
