import { chmod, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';

/** What lies there names accounts, persons and sums. */
export type Modes = { readonly file: number; readonly folder: number };

/** For the product's user, or for its group too: the bank's client, and the signer, which reads what the bank said. */
export function modesFor(group: 'yes' | 'no'): Modes {
  return group === 'yes' ? { file: 0o640, folder: 0o750 } : { file: 0o600, folder: 0o700 };
}

/** Leaves a folder that is there as the operator has made it. */
export async function makeFolder(path: string, { folder }: Modes): Promise<void> {
  await mkdir(path, { recursive: true, mode: folder });
}

/** Takes from others what they may do with a file. One that belongs to the bank's client stays as it is. */
export async function keepFromOthers(path: string, { file }: Modes): Promise<void> {
  try {
    await unlessMissing(chmod(path, file));
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw error;
  }
}

/** What a call for a file that is not there gives; every other fault is thrown. */
export async function unlessMissing<Value>(looking: Promise<Value>): Promise<Value | undefined> {
  try {
    return await looking;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The number by which the file system knows the file; two names of one file have the same. */
export async function fileNumber(path: string): Promise<bigint | undefined> {
  return (await unlessMissing(stat(path, { bigint: true })))?.ino;
}

/** Writes a file that is wholly on disk when this resolves. The path must be nobody else's. */
export async function writeSynced(path: string, bytes: Uint8Array, { file }: Modes): Promise<void> {
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

/** A second name for a file, unless the name is taken or the file is gone. */
export async function linkOnce(path: string, name: string): Promise<void> {
  try {
    await link(path, name);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' && codeOf(error) !== 'ENOENT') throw error;
  }
}

export async function moveIfThere(path: string, target: string): Promise<void> {
  await unlessMissing(rename(path, target));
}

/** Makes changes of names durable: they belong to the folder, not to the file. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
