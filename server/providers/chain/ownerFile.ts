import { type FileHandle, open } from 'node:fs/promises';
import { KeyRefusal } from './keyRefusal.ts';

/** Permission bits of the file's group and of all other users. */
const OTHERS = 0o077;
const PERMISSIONS = 0o777;
const SYSTEMD_CREDENTIAL = 0o440;
const ROOT = 0;

type FileAccess = { readonly mode: number; readonly uid: number; readonly gid: number };

/**
 * Returns true if users other than the owner may access the file. A credential of systemd 254 or newer has the owner and
 * group root, and an access control list that lets only the unit's user read it. The list's mask appears as the group's
 * permission (https://github.com/systemd/systemd/issues/29435).
 */
export function mayOthersAccess({ mode, uid, gid }: FileAccess): boolean {
  const isCredential = uid === ROOT && gid === ROOT && (mode & PERMISSIONS) === SYSTEMD_CREDENTIAL;
  return !isCredential && (mode & OTHERS) !== 0;
}

/**
 * Returns the text of a file that only its owner may access. `field`: the configuration field that names the file.
 * Rejects with a {@link KeyRefusal}.
 */
export async function readOwnerFile(field: string, path: string): Promise<string> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    if (mayOthersAccess(await file.stat()))
      throw new KeyRefusal(field, `leads to ${path}, which others may access: chmod 600 ${path}`);
    return await file.readFile('utf8');
  } catch (error) {
    if (error instanceof KeyRefusal) throw error;
    throw new KeyRefusal(field, `leads to ${path}, which cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  } finally {
    await file?.close();
  }
}

/** Like {@link readOwnerFile}, for a passphrase or a PIN: removes the line break at the end, and rejects an empty text. */
export async function readOwnerLine(field: string, path: string): Promise<string> {
  const line = (await readOwnerFile(field, path)).replace(/\r?\n$/, '');
  if (line === '') throw new KeyRefusal(field, `leads to ${path}, which is empty`);
  return line;
}
