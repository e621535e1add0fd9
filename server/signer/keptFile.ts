import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The text of a file of the signer's own; undefined where there is none. */
export async function readKept(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Puts another text in its place: the whole of it is on the disk when it resolves, or the former one still is. */
export async function writeKept(path: string, text: string): Promise<void> {
  const next = `${path}.next`;
  const file = await open(next, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, path);
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
