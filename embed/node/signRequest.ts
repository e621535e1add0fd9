import { createHash, type KeyObject, randomUUID, sign } from 'node:crypto';

/** Validity of a signature: allows for clock skew and for the duration of the request. */
const SIGNATURE_LIFETIME_SECONDS = 120;
const LABEL = 'slipway';
const COVERED_COMPONENTS = ['@method', '@target-uri', 'content-digest'];

type UnsignedRequest = { readonly method: string; readonly url: string; readonly body: string };
type SigningParameters = { readonly keyId: string; readonly privateKey: KeyObject; readonly now: Date };

/** Returns the headers that authenticate a request by its content, key, time and nonce: RFC 9421 with Ed25519, and RFC 9530. */
export function buildSignatureHeaders(
  { method, url, body }: UnsignedRequest,
  { keyId, privateKey, now }: SigningParameters,
): Readonly<Record<string, string>> {
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const created = Math.floor(now.getTime() / 1000);
  const covered = COVERED_COMPONENTS.map((component) => `"${component}"`).join(' ');
  const parameters = `(${covered});created=${created};expires=${created + SIGNATURE_LIFETIME_SECONDS};nonce="${randomUUID()}";keyid="${keyId}";alg="ed25519"`;
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
