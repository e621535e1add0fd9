import { chmod, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';

/** Permissions of the exchange's files, which contain accounts, names and amounts. */
export type FileModes = { readonly file: number; readonly folder: number };

/**
 * Returns permissions for the product's user only, or also for its group: the bank's client, and the signer, which
 * reads the bank's files.
 */
export function chooseFileModes(group: 'yes' | 'no'): FileModes {
  return group === 'yes' ? { file: 0o640, folder: 0o750 } : { file: 0o600, folder: 0o700 };
}

/** Creates a folder; leaves the permissions of an existing one unchanged. */
export async function makeFolder(path: string, { folder }: FileModes): Promise<void> {
  await mkdir(path, { recursive: true, mode: folder });
}

/**
 * Restricts a file's permissions. Does nothing if the file does not exist, or if only its owner, such as the bank's
 * client, may change them (EPERM).
 */
export async function restrictPermissions(path: string, { file }: FileModes): Promise<void> {
  try {
    await ignoreMissingFile(chmod(path, file));
  } catch (error) {
    if (getErrorCode(error) !== 'EPERM') throw error;
  }
}

/** Returns the operation's result, or undefined if the file does not exist; rethrows every other error. */
export async function ignoreMissingFile<Value>(operation: Promise<Value>): Promise<Value | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the file's inode number, which two links to one file share; undefined if the file does not exist. */
export async function readInodeNumber(path: string): Promise<bigint | undefined> {
  return (await ignoreMissingFile(stat(path, { bigint: true })))?.ino;
}

/** Writes a new file and resolves once it is durable on disk; removes it if that fails. Rejects if the path is taken. */
export async function writeSynced(path: string, bytes: Uint8Array, { file }: FileModes): Promise<void> {
  const handle = await open(path, 'wx', file);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Adds the hard link `newPath` to a file. Does nothing if `newPath` exists already, or if the file does not exist. */
export async function linkUnlessTaken(path: string, newPath: string): Promise<void> {
  try {
    await link(path, newPath);
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST' && getErrorCode(error) !== 'ENOENT') throw error;
  }
}

export async function moveIfExists(path: string, target: string): Promise<void> {
  await ignoreMissingFile(rename(path, target));
}

/** Makes renames and links in a folder durable: the folder stores them, not the file. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function getErrorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
