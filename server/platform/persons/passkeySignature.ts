import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { canonicalJson } from '@slipway/contract/statements/canonicalJson.ts';
import { z } from 'zod';
import { encodeSignedText } from './statement.ts';

/** A key held by an authenticator, which signs with it at one origin only. */
export type PasskeyCredential = {
  readonly kind: 'passkey';
  readonly form: 'spki';
  readonly publicKey: string;
  /** The console's origin, such as `https://console.example`; its hostname is the relying party's id. */
  readonly origin: string;
  /** base64url: the id by which a browser requests the passkey from its authenticator. */
  readonly credentialId: string;
};

/** An authenticator's assertion, each part in base64url as browsers return it (`PublicKeyCredential.toJSON`). */
export type Assertion = {
  readonly authenticatorData: string;
  readonly clientDataJSON: string;
  readonly signature: string;
};

/** Far more than a browser sends: RSA of 4,096 bits takes 683 characters, the client data some 200. */
const MAX_SIGNATURE_BYTES = 4096;
const RSA_BITS = { least: 2048, most: 4096 } as const;
/** The RSA exponent that authenticators use; with the exponent 1 anyone could sign. */
const RSA_EXPONENT = 65_537n;

/** Authenticator data (WebAuthn Level 3, section 6.1): the hash of the relying party's id, the flags, the counter. */
const RP_ID_BYTES = 32;
/** Nothing follows the counter: no extension is requested, and the key is included only at registration. */
const DATA_BYTES = 37;
const PRESENT = 0x01;
const VERIFIED = 0x04;
const MAY_BE_BACKED_UP = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;
const HAS_EXTENSIONS = 0x80;

const assertionShape = z.strictObject({
  authenticatorData: z.base64url(),
  clientDataJSON: z.base64url(),
  signature: z.base64url(),
});

/** Client data. Browsers may add members (section 5.8.1), except those that indicate a page framed by another site. */
const clientShape = z.object({
  type: z.literal('webauthn.get'),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.literal(false).optional(),
  topOrigin: z.undefined().optional(),
  // Part of an abandoned protocol: no current browser sends it.
  tokenBinding: z.undefined().optional(),
});

/** Returns the base64url challenge that a browser signs for a statement. */
export function computeChallenge(text: string): string {
  return sha256(encodeSignedText(text)).toString('base64url');
}

/** Returns the bytes of a statement's signature, from the authenticator's answer to {@link computeChallenge}. */
export function encodePasskeySignature({ authenticatorData, clientDataJSON, signature }: Assertion): Uint8Array {
  return Buffer.from(canonicalJson({ authenticatorData, clientDataJSON, signature }));
}

/**
 * Returns the hostname of an origin at which passkeys can sign; undefined if the text is no origin, or browsers do not allow
 * passkeys there.
 */
export function parseRpId(origin: string): string | undefined {
  const url = URL.parse(origin);
  if (url?.origin !== origin) return undefined;
  return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost')
    ? url.hostname
    : undefined;
}

/** Parses a base64 SPKI; undefined for algorithms other than ES256, Ed25519 or RS256. Throws if it is not a key. */
export function parsePasskeyKey(publicKey: string): KeyObject | undefined {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  const { namedCurve, modulusLength = 0, publicExponent } = key.asymmetricKeyDetails ?? {};
  const isExpected =
    key.asymmetricKeyType === 'ed25519' ||
    (key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') ||
    (key.asymmetricKeyType === 'rsa' &&
      publicExponent === RSA_EXPONENT &&
      modulusLength >= RSA_BITS.least &&
      modulusLength <= RSA_BITS.most);
  return isExpected ? key : undefined;
}

/**
 * Returns true if the passkey has signed exactly these bytes, at its origin, with user verification (WebAuthn Level 3,
 * section 7.2). The counter is not checked: it detects a cloned authenticator where one answer could be replayed, but a
 * statement is stored and executed once, regardless of its sender; most current passkeys are synced by design and do not
 * count. Returns false for any anomaly; never throws.
 */
export function isSignedByPasskey(credential: PasskeyCredential, signed: Uint8Array, signature: Uint8Array): boolean {
  try {
    const assertion = readAssertion(signature);
    const rpId = parseRpId(credential.origin);
    if (!assertion || rpId === undefined) return false;
    const { data, client } = assertion;
    const clientData = clientShape.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(client)));
    return (
      clientData.challenge === sha256(signed).toString('base64url') &&
      clientData.origin === credential.origin &&
      isVerifiedAt(rpId, data) &&
      isSignature(credential.publicKey, Buffer.concat([data, sha256(client)]), assertion.signature)
    );
  } catch {
    return false;
  }
}

/**
 * Parses an assertion; undefined for bytes that {@link encodePasskeySignature} does not produce: an assertion has one encoding.
 */
function readAssertion(bytes: Uint8Array) {
  if (bytes.length > MAX_SIGNATURE_BYTES) return undefined;
  const parsed = assertionShape.parse(JSON.parse(Buffer.from(bytes).toString()));
  if (!Buffer.from(bytes).equals(encodePasskeySignature(parsed))) return undefined;
  const parts = Object.values(parsed);
  if (parts.some((part) => Buffer.from(part, 'base64url').toString('base64url') !== part)) return undefined;
  return {
    data: Buffer.from(parsed.authenticatorData, 'base64url'),
    client: Buffer.from(parsed.clientDataJSON, 'base64url'),
    signature: Buffer.from(parsed.signature, 'base64url'),
  };
}

function isVerifiedAt(rpId: string, data: Buffer): boolean {
  if (data.length !== DATA_BYTES || !data.subarray(0, RP_ID_BYTES).equals(sha256(rpId))) return false;
  const flags = data.readUInt8(RP_ID_BYTES);
  const has = (flag: number) => (flags & flag) !== 0;
  return (
    has(PRESENT) &&
    has(VERIFIED) &&
    !(has(BACKED_UP) && !has(MAY_BE_BACKED_UP)) &&
    !has(HAS_CREDENTIAL) &&
    !has(HAS_EXTENSIONS)
  );
}

/** Verifies with the key's own algorithm: an assertion cannot choose one. */
function isSignature(publicKey: string, signed: Uint8Array, signature: Uint8Array): boolean {
  const key = parsePasskeyKey(publicKey);
  // ES256 is DER-encoded (section 6.5.5), RS256 is PKCS #1 v1.5: Node's defaults.
  return key !== undefined && verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', signed, key, signature);
}

function sha256(bytes: string | Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
