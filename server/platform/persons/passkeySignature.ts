import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { canonicalJson } from '@slipway/contract/statements/canonicalJson.ts';
import { z } from 'zod';
import { signedBytes } from './statement.ts';

/** A key that an authenticator has, and signs with at one origin alone. */
export type PasskeyCredential = {
  readonly kind: 'passkey';
  readonly form: 'spki';
  readonly publicKey: string;
  /** The console's, as `https://console.example`; its hostname is the relying party's id. */
  readonly origin: string;
  /** base64url: how a browser names the passkey to its authenticator. */
  readonly credentialId: string;
};

/** What an authenticator answers, each part in base64url as browsers give it (`PublicKeyCredential.toJSON`). */
export type Assertion = {
  readonly authenticatorData: string;
  readonly clientDataJSON: string;
  readonly signature: string;
};

/** Far more than a browser sends: RSA of 4,096 bits takes 683 letters, the client data some 200. */
const MOST_BYTES = 4096;
const RSA_BITS = { least: 2048, most: 4096 } as const;
/** What every authenticator has; with 1 anybody could sign. */
const RSA_EXPONENT = 65_537n;

/** Authenticator data (section 6.1): the hash of the relying party's id, the flags, the counter. */
const RP_ID_BYTES = 32;
/** Nothing follows the counter: no extension is asked for, and a key is told at registration alone. */
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

/** Browsers may add members of their own (section 5.8.1), except those that would say that the page lay within another site's. */
const clientShape = z.object({
  type: z.literal('webauthn.get'),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.literal(false).optional(),
  topOrigin: z.undefined().optional(),
  // Of a protocol that was given up: no browser of today says it.
  tokenBinding: z.undefined().optional(),
});

/** What a browser is asked to sign for a statement: base64url. */
export function challengeOf(text: string): string {
  return sha256(signedBytes(text)).toString('base64url');
}

/** The bytes of a statement's signature, from what the authenticator has answered to {@link challengeOf}. */
export function passkeySignatureOf({ authenticatorData, clientDataJSON, signature }: Assertion): Uint8Array {
  return Buffer.from(canonicalJson({ authenticatorData, clientDataJSON, signature }));
}

/** The hostname of a place at which passkeys sign; undefined for a text that is no origin, or none that browsers let them. */
export function rpIdOf(origin: string): string | undefined {
  const url = URL.parse(origin);
  if (url?.origin !== origin) return undefined;
  return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost')
    ? url.hostname
    : undefined;
}

/** The key of a SPKI in base64; undefined for one of another algorithm than ES256, Ed25519 or RS256. Throws for what is no key. */
export function passkeyKeyOf(publicKey: string): KeyObject | undefined {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  const { namedCurve, modulusLength = 0, publicExponent } = key.asymmetricKeyDetails ?? {};
  const isOurs =
    key.asymmetricKeyType === 'ed25519' ||
    (key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') ||
    (key.asymmetricKeyType === 'rsa' &&
      publicExponent === RSA_EXPONENT &&
      modulusLength >= RSA_BITS.least &&
      modulusLength <= RSA_BITS.most);
  return isOurs ? key : undefined;
}

/**
 * Whether the passkey has signed just these bytes, at its origin, for a person whom the authenticator has verified
 * (WebAuthn Level 3, section 7.2). The counter is not looked at: it tells a copied authenticator from its original where
 * one answer could be given twice, and a statement is kept and done once, whoever brings it; most passkeys of today are
 * copied by design and count nothing. False for anything odd; never throws.
 */
export function isAssertedBy(credential: PasskeyCredential, signed: Uint8Array, signature: Uint8Array): boolean {
  try {
    const assertion = readAssertion(signature);
    const rpId = rpIdOf(credential.origin);
    if (!assertion || rpId === undefined) return false;
    const { data, client } = assertion;
    const said = clientShape.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(client)));
    return (
      said.challenge === sha256(signed).toString('base64url') &&
      said.origin === credential.origin &&
      isVerifiedAt(rpId, data) &&
      isSignature(credential.publicKey, Buffer.concat([data, sha256(client)]), assertion.signature)
    );
  } catch {
    return false;
  }
}

/** Undefined for bytes that {@link passkeySignatureOf} does not make: an assertion has one spelling. */
function readAssertion(bytes: Uint8Array) {
  if (bytes.length > MOST_BYTES) return undefined;
  const parsed = assertionShape.parse(JSON.parse(Buffer.from(bytes).toString()));
  if (!Buffer.from(bytes).equals(passkeySignatureOf(parsed))) return undefined;
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

/** By the one algorithm of the key: an assertion does not choose. */
function isSignature(publicKey: string, signed: Uint8Array, signature: Uint8Array): boolean {
  const key = passkeyKeyOf(publicKey);
  // ES256 is in DER (section 6.5.5), RS256 of PKCS #1 v1.5: what Node takes where nothing else is said.
  return key !== undefined && verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', signed, key, signature);
}

function sha256(bytes: string | Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
