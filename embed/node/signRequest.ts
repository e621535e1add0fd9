import { createHash, type KeyObject, randomUUID, sign } from 'node:crypto';

/** How long a signature is good for: a clock may be wrong by so much, and a request under way for so long. */
const SIGNED_SECONDS = 120;
const LABEL = 'slipway';
const COVERED = ['@method', '@target-uri', 'content-digest'];

type Unsigned = { readonly method: string; readonly url: string; readonly body: string };
type Signer = { readonly keyId: string; readonly privateKey: KeyObject; readonly now: Date };

/** The headers by which a request is this one, by this key, now, and once: RFC 9421 with Ed25519, and RFC 9530. */
export function signatureHeaders(
  { method, url, body }: Unsigned,
  { keyId, privateKey, now }: Signer,
): Readonly<Record<string, string>> {
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const created = Math.floor(now.getTime() / 1000);
  const covered = COVERED.map((component) => `"${component}"`).join(' ');
  const parameters = `(${covered});created=${created};expires=${created + SIGNED_SECONDS};nonce="${randomUUID()}";keyid="${keyId}";alg="ed25519"`;
  const base = [
    `"@method": ${method}`,
    `"@target-uri": ${url}`,
    `"content-digest": ${digest}`,
    `"@signature-params": ${parameters}`,
  ].join('\n');
  return {
    'content-digest': digest,
    'signature-input': `${LABEL}=${parameters}`,
    signature: `${LABEL}=:${sign(null, Buffer.from(base), privateKey).toString('base64')}:`,
  };
}
