import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type FileResult, listWantedFiles, readExtract, unavailable } from '../addressExtract.ts';
import type { SanctionsSource } from '../sanctionsPort.ts';
import { isSdnFile, readSdnFile } from '../sdnFile.ts';
import type { FileConfig } from './manifest.ts';

/** OFAC's own file has about thirty megabytes. */
const MAX_BYTES = 150_000_000;

/**
 * Reads the list from a file or folder on this machine. OFAC's own file contains its publication date; the date of any
 * other list is the last change of its newest file.
 */
export function createFileSanctions(config: FileConfig): SanctionsSource {
  const oneFile = [{ name: basename(config.path), minimumEntries: 1, isOptional: false }];
  return {
    id: 'file',
    async fetchList() {
      if (isSdnFile(config.path)) return readSdn(config);
      return (await isFolder(config.path))
        ? readExtract('file', listWantedFiles(config), (name) => readListFile(join(config.path, name)))
        : readExtract('file', oneFile, (name) => readListFile(join(dirname(config.path), name)));
    },
  };
}

async function readSdn(config: FileConfig) {
  const found = await readListFile(config.path);
  if (found.kind === 'missing') return unavailable(`${basename(config.path)} is not there`);
  return found.kind === 'found' ? readSdnFile('file', found.text, config) : found;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // The path is then read as a file, which reports the error.
    return false;
  }
}

async function readListFile(path: string): Promise<FileResult> {
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
