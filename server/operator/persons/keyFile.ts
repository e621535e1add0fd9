import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { newPersonKey, openPersonKey, type PersonKey } from '../../platform/persons/personKey.ts';
import { CommandError } from '../commandError.ts';

const OTHERS = 0o077;

/** Where a person's own key lies, unless OPERATOR_KEY says otherwise. */
export function usualKeyFile(environment: NodeJS.ProcessEnv): string {
  return join(environment['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'slipway', 'operator.pem');
}

/** Throws {@link CommandError} where there is none, others may read it, or the passphrase does not open it. */
export async function readKeyFile(path: string, passphrase: string): Promise<PersonKey> {
  const found = await stat(path).catch(() => undefined);
  if (!found)
    throw new CommandError(
      `there is no key of yours at ${path}: npm run operate -- join CODE makes one, with an admin's invitation`,
    );
  if ((found.mode & OTHERS) !== 0) throw new CommandError(`others may read ${path}: chmod 600 ${path}`);
  try {
    return openPersonKey(await readFile(path, 'utf8'), passphrase);
  } catch {
    throw new CommandError(`${path} is not opened by OPERATOR_KEY_PASSPHRASE, or is no Ed25519 key in PEM`);
  }
}

/** Makes a key that its owner alone may read. Throws {@link CommandError} where a file is in its place. */
export async function makeKeyFile(path: string, passphrase: string): Promise<PersonKey> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const pem = newPersonKey(passphrase);
  const file = await open(path, 'wx', 0o600).catch(() => {
    throw new CommandError(`${path} is there already, or cannot be written`);
  });
  try {
    await file.writeFile(pem);
    await file.sync();
  } finally {
    await file.close();
  }
  return openPersonKey(pem, passphrase);
}
