import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type FoundFile, filesOf, readExtract, unavailable } from '../addressExtract.ts';
import type { SanctionsSource } from '../sanctionsPort.ts';
import type { FileConfig } from './manifest.ts';

const MAX_BYTES = 5_000_000;

/** The list as a file on this machine; its version is when the newest of its files was last changed. */
export function createFileSanctions(config: FileConfig): SanctionsSource {
  const oneFile = [{ name: basename(config.path), minimumEntries: 1, isOptional: false }];
  return {
    id: 'file',
    async fetchList() {
      return (await isFolder(config.path))
        ? readExtract('file', filesOf(config), (name) => readListFile(join(config.path, name)))
        : readExtract('file', oneFile, (name) => readListFile(join(dirname(config.path), name)));
    },
  };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // Reading it tells what is wrong.
    return false;
  }
}

async function readListFile(path: string): Promise<FoundFile> {
  const name = basename(path);
  try {
    const { size, mtime } = await stat(path);
    if (size > MAX_BYTES) return unavailable(`${name} has more than ${MAX_BYTES} bytes`);
    return { kind: 'found', text: await readFile(path, 'utf8'), changedAt: mtime };
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { kind: 'missing' } : unavailable(`${name}: ${code}`);
  }
}
