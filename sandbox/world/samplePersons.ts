import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** People who operate the sandbox. Their keys protect nothing: anyone can derive them. */
export const samplePersons = ['anna', 'ben', 'berta', 'carl'] as const;

/** People with a single role each, to view the console in that role. */
export const singleRolePeople = {
  vera: 'viewer',
  sam: 'support',
  cleo: 'compliance',
  tess: 'treasurer',
  dora: 'admin',
} as const;

/** Prefix of the 32 bytes of an Ed25519 private key (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

export function deriveSamplePersonKey(name: string): KeyObject {
  const seed = createHash('sha256').update(`a person of the sandbox: ${name}`).digest();
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
}

/** Returns the keys in the format of OPERATOR_ROOT_KEYS. */
export function formatSampleRootKeys(names: readonly string[] = samplePersons): string {
  const buildPublicKey = (name: string) =>
    createPublicKey(deriveSamplePersonKey(name)).export({ type: 'spki', format: 'der' }).toString('base64');
  return names.map((name) => `${name}=${buildPublicKey(name)}`).join(',');
}
