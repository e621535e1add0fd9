import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** Those who operate the sandbox. Their keys protect nothing: everybody can make them. */
export const samplePersons = ['anna', 'ben', 'berta', 'carl'] as const;

/** Those who may one thing each, to see the console as they do. */
export const personsOfRoles = {
  vera: 'viewer',
  sam: 'support',
  cleo: 'compliance',
  tess: 'treasurer',
  dora: 'admin',
} as const;

/** An Ed25519 private key is its 32 bytes behind this (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

export function samplePersonKey(name: string): KeyObject {
  const seed = createHash('sha256').update(`a person of the sandbox: ${name}`).digest();
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
}

/** As OPERATOR_ROOT_KEYS names them. */
export function sampleRootKeys(names: readonly string[] = samplePersons): string {
  const publicKeyOf = (name: string) =>
    createPublicKey(samplePersonKey(name)).export({ type: 'spki', format: 'der' }).toString('base64');
  return names.map((name) => `${name}=${publicKeyOf(name)}`).join(',');
}
