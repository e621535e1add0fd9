import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { decodeCredentialPublicKey } from '@simplewebauthn/server/helpers';
import { parsePasskeyKey } from '../../platform/persons/passkeySignature.ts';

/** COSE algorithm numbers for people's passkeys: EdDSA, ES256 and RS256 (RFC 9053, RFC 8812). */
export const PASSKEY_ALGORITHMS = [-8, -7, -257];

/** Labels of a key's map (RFC 9052, section 7; RFC 9053, section 7). */
const TYPE = 1;
const ALGORITHM = 3;

/** Returns the SPKI, in base64, of an authenticator's COSE key; undefined for another algorithm or an invalid key. */
export function convertCoseToSpki(cose: Uint8Array): string | undefined {
  try {
    // The library's type has only the labels that all kinds of keys share.
    const jwk = buildJwk(decodeCredentialPublicKey(new Uint8Array(cose)) as unknown as ReadonlyMap<number, unknown>);
    if (!jwk) return undefined;
    const spki = createPublicKey({ key: jwk, format: 'jwk' })
      .export({ type: 'spki', format: 'der' })
      .toString('base64');
    return parsePasskeyKey(spki) && spki;
  } catch {
    return undefined;
  }
}

/** COSE key types: 1 is OKP, 2 is EC2, 3 is RSA. The labels -1, -2 and -3 are the parameters of a type. */
function buildJwk(labels: ReadonlyMap<number, unknown>): JsonWebKey | undefined {
  const text = (label: number) => {
    const bytes = labels.get(label);
    return bytes instanceof Uint8Array ? Buffer.from(bytes).toString('base64url') : '';
  };
  const [type, algorithm, curve] = [labels.get(TYPE), labels.get(ALGORITHM), labels.get(-1)];
  if (type === 2 && algorithm === -7 && curve === 1) return { kty: 'EC', crv: 'P-256', x: text(-2), y: text(-3) };
  if (type === 1 && algorithm === -8 && curve === 6) return { kty: 'OKP', crv: 'Ed25519', x: text(-2) };
  if (type === 3 && algorithm === -257) return { kty: 'RSA', n: text(-1), e: text(-2) };
  return undefined;
}
