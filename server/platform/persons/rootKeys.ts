import type { Credential } from './credential.ts';
import type { RootKey } from './personRegistry.ts';

/**
 * Parses `name=base64, …`: names with the SPKI of an Ed25519 key each, as printed by `operate key new`. Throws for anything
 * else.
 */
export function readRootKeys(text: string): RootKey[] {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  const keys = parts.map((part) => {
    const [, name, publicKey] = /^([a-z][\w.-]{0,39})=([A-Za-z0-9+/]{59}=)$/.exec(part) ?? [];
    if (name === undefined || publicKey === undefined)
      throw new Error('OPERATOR_ROOT_KEYS must be NAME=KEY with commas between, as `operate key new NAME` prints them');
    return { name, credential: { kind: 'ed25519', form: 'spki', publicKey } satisfies Credential };
  });
  for (const part of ['name', 'key'] as const) {
    const values = keys.map(({ name, credential }) => (part === 'name' ? name : credential.publicKey));
    if (new Set(values).size < values.length) throw new Error(`OPERATOR_ROOT_KEYS has a ${part} twice`);
  }
  return keys;
}

export function formatRootKey({ name, credential }: RootKey): string {
  return `${name}=${credential.publicKey}`;
}
