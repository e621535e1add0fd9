import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError } from '../../action/commandError.ts';
import { generatePersonKey, openPersonKey, type PersonKey } from '../../platform/persons/personKey.ts';

const PERMISSIONS_OF_OTHERS = 0o077;

/** Returns the path of a person's key that is used unless OPERATOR_KEY is set. */
export function getDefaultKeyPath(environment: NodeJS.ProcessEnv): string {
  return join(environment['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'slipway', 'operator.pem');
}

/** Reads a key. Throws {@link CommandError} if there is none, others may read it, or the passphrase does not decrypt it. */
export async function readKeyFile(path: string, passphrase: string): Promise<PersonKey> {
  const found = await stat(path).catch(() => undefined);
  if (!found)
    throw new CommandError(
      `you have no key at ${path}: create one with npm run operate -- join CODE and an admin's invitation`,
    );
  if ((found.mode & PERMISSIONS_OF_OTHERS) !== 0)
    throw new CommandError(`other users can read ${path}: run chmod 600 ${path}`);
  try {
    return openPersonKey(await readFile(path, 'utf8'), passphrase);
  } catch {
    throw new CommandError(`${path} cannot be decrypted with OPERATOR_KEY_PASSPHRASE, or is not an Ed25519 key in PEM`);
  }
}

/** Creates a key in a file that only its owner may read; returns the key. Throws {@link CommandError} if the file exists. */
export async function createKeyFile(path: string, passphrase: string): Promise<PersonKey> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const pem = generatePersonKey(passphrase);
  const file = await open(path, 'wx', 0o600).catch(() => {
    throw new CommandError(`${path} already exists, or cannot be written`);
  });
  try {
    await file.writeFile(pem);
    await file.sync();
  } finally {
    await file.close();
  }
  return openPersonKey(pem, passphrase);
}
