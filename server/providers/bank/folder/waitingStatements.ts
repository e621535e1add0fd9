import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StatementFile } from '../bankPort.ts';
import { ignoreMissingFile } from './durableFiles.ts';

/** Larger files are not read: a statement of one day is far smaller. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;
/** Most bytes that one call returns; later calls return the other files, once these are settled. */
const MAX_BYTES_AT_ONCE = 64 * 1024 * 1024;
/** A file without a closing tag is treated as finished if it has not changed for this long. */
const WRITING_PATIENCE_MS = 60_000;

/** End of a finished file: the closing tag of the message, with any prefix, and up to four closing tags of envelopes. */
const CLOSING_TAG = /<\/(?:[\w.-]+:)?Document\s*>\s*(?:<\/[\w.:-]+\s*>\s*){0,4}$/;
const TAIL_BYTES = 512;

/** Names that programs use for unfinished files. */
const UNFINISHED_NAME = /^\.|~$|\.(?:tmp|temp|part|filepart|partial|writing|crdownload)$/i;

type WaitingFile = { readonly name: string; readonly size: number; readonly changedAt: bigint };

/**
 * Returns the finished files in the folder, oldest first and up to `MAX_BYTES_AT_ONCE`; a file that is too large without
 * its bytes. Skips links and folders.
 */
export async function readWaitingFiles(folder: string, now: Date): Promise<StatementFile[]> {
  const files: StatementFile[] = [];
  let total = 0;
  for (const file of await listOldestFirst(folder)) {
    if (file.size > MAX_FILE_BYTES) {
      files.push({ name: file.name, bytes: null });
      continue;
    }
    if (total > 0 && total + file.size > MAX_BYTES_AT_ONCE) break;
    const bytes = await readUpTo(join(folder, file.name), file.size);
    if (!bytes || !isFinished(bytes, file.changedAt, now)) continue;
    files.push({ name: file.name, bytes });
    total += bytes.length;
  }
  return files;
}

async function listOldestFirst(folder: string): Promise<WaitingFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && !UNFINISHED_NAME.test(entry.name)).map(({ name }) => name);
  const found: WaitingFile[] = [];
  for (const name of names) {
    const fileStats = await ignoreMissingFile(stat(join(folder, name), { bigint: true }));
    if (fileStats) found.push({ name, size: Number(fileStats.size), changedAt: fileStats.mtimeNs });
  }
  return found.toSorted((a, b) => Number(a.changedAt - b.changedAt) || (a.name < b.name ? -1 : 1));
}

/** Returns at most `size` bytes of the file, since it may have grown; undefined if it no longer exists. */
async function readUpTo(path: string, size: number): Promise<Uint8Array | undefined> {
  const handle = await ignoreMissingFile(open(path, 'r'));
  if (!handle) return undefined;
  try {
    const bytes = new Uint8Array(size);
    const { bytesRead } = await handle.read(bytes, 0, size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function isFinished(bytes: Uint8Array, changedAt: bigint, now: Date): boolean {
  // Without zero bytes, UTF-16 has the same characters as ASCII.
  const tail = Buffer.from(bytes.subarray(-TAIL_BYTES)).toString('latin1').replaceAll('\0', '');
  if (CLOSING_TAG.test(tail)) return true;
  return now.getTime() - Number(changedAt / 1_000_000n) > WRITING_PATIENCE_MS;
}
