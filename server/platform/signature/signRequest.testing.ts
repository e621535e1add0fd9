import { type KeyObject, randomUUID, sign } from 'node:crypto';
import { serializeDictionary } from 'structured-headers';
import { buildSignatureBase } from './buildSignatureBase.ts';
import { computeContentDigest } from './computeContentDigest.ts';

/** Overrides for a deliberately faulty signature. */
export type SignatureOverrides = {
  readonly components?: readonly string[];
  readonly parameters?: Readonly<Record<string, string | number | undefined>>;
  readonly label?: string;
};

type Unsigned = {
  readonly method: string;
  readonly targetUri: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

const ALL = ['@method', '@target-uri', 'content-digest'];

/** Returns the headers of a signed request, including its original ones. */
export function signRequest(
  { method, targetUri, headers, body }: Unsigned,
  { keyId, privateKey, now = new Date() }: { keyId: string; privateKey: KeyObject; now?: Date },
  { components = ALL, parameters = {}, label = 'sig' }: SignatureOverrides = {},
): Record<string, string> {
  const created = Math.floor(now.getTime() / 1000);
  const all = { created, expires: created + 60, nonce: randomUUID(), keyid: keyId, alg: 'ed25519', ...parameters };
  const definedParameters = Object.entries(all).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined,
  );
  const list = components.map((component) => [component, new Map()] as [string, Map<string, never>]);
  const input = serializeDictionary(new Map([[label, [list, new Map(definedParameters)]]]));
  const digest = { 'content-digest': computeContentDigest(Buffer.from(body)), ...headers };
  const values = { ...digest, '@method': method, '@target-uri': targetUri };
  const base = buildSignatureBase(components, input.slice(label.length + 1), values) ?? '';
  const signature = sign(null, Buffer.from(base), privateKey).toString('base64');
  return { ...digest, 'signature-input': input, signature: `${label}=:${signature}:` };
}
