import { mkdirSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * A stand-in's durable state: one JSON file, replaced atomically. `commit` resolves after the file is synced to disk, so that
 * every confirmed change survives a crash. Changes are applied in sequence.
 */
export type Books<State> = {
  readonly state: State;
  /** Applies the change and resolves once it is on disk. The change must be synchronous. */
  commit<Result>(change: (state: State) => Result): Promise<Result>;
  /** Resolves when everything committed so far is on disk. */
  settled(): Promise<void>;
};

export function openBooks<State extends object>(file: string, empty: State): Books<State> {
  mkdirSync(dirname(file), { recursive: true });
  const state = { ...empty, ...readState(file) };
  let writing: Promise<void> | undefined;
  let queued: Promise<void> | undefined;

  async function write(): Promise<void> {
    const temporary = `${file}.next`;
    const handle = await open(temporary, 'w');
    try {
      await handle.writeFile(JSON.stringify(state));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  }

  /** Writes the state; concurrent commits share one write. */
  function flush(): Promise<void> {
    if (!writing) {
      writing = write().finally(() => {
        writing = undefined;
      });
      return writing;
    }
    queued ??= writing
      .catch(() => undefined)
      .then(() => {
        queued = undefined;
        return flush();
      });
    return queued;
  }

  function readState(path: string): State | undefined {
    try {
      return JSON.parse(readFileSync(path, 'utf8')) as State;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  return {
    state,
    async commit(change) {
      const result = change(state);
      await flush();
      return result;
    },
    settled: () => queued ?? writing ?? Promise.resolve(),
  };
}
