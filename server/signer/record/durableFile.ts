import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Returns the text of a file in the signer's folder; undefined if there is none. */
export async function readDurableFile(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Replaces the file atomically: when it resolves, the new text is on the disk. A crash before leaves the former text. */
export async function writeDurableFile(path: string, text: string): Promise<void> {
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
