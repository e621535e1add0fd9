import { createHash, generateKeyPairSync, type KeyPairKeyObjectResult, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const hex = (text: string) => Buffer.from(text, 'hex');

/** Deviations from what a correct authenticator and browser send. */
type FalseValues = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly verified?: boolean;
  readonly counter?: number;
  /** Flips these flags. */
  readonly flags?: number;
  /** Members that are added to the client data, or replace its own. */
  readonly client?: Readonly<Record<string, unknown>>;
  /** Bytes after the counter of an answer. */
  readonly more?: Uint8Array;
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export type Algorithm = keyof typeof ALGORITHMS;

const decodeBytes = (text = '') => Buffer.from(text, 'base64url');

/** For each algorithm, the hash of its signatures, a key generator, and the public key as a COSE map (RFC 9053, RFC 8230). */
const ALGORITHMS = {
  ES256: {
    hash: 'sha256',
    keys: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    cose: ({ x, y }: JsonWebKey) => [hex('a5010203262001215820'), decodeBytes(x), hex('225820'), decodeBytes(y)],
  },
  EdDSA: {
    hash: null,
    keys: () => generateKeyPairSync('ed25519'),
    cose: ({ x }: JsonWebKey) => [hex('a4010103272006215820'), decodeBytes(x)],
  },
  RS256: {
    hash: 'sha256',
    keys: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
    cose: ({ n, e }: JsonWebKey) => [hex('a401030339010020590100'), decodeBytes(n), hex('2143'), decodeBytes(e)],
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly hash: string | null;
      readonly keys: () => KeyPairKeyObjectResult;
      readonly cose: (key: JsonWebKey) => readonly Buffer[];
    }
  >
>;

/** Returns a simulated security key with one credential and the attestation `none` (WebAuthn, sections 6.1 and 6.5). */
export function createTestAuthenticator(
  site: { readonly origin: string; readonly rpId: string },
  algorithm: Algorithm = 'ES256',
) {
  const { hash, keys, cose } = ALGORITHMS[algorithm];
  const { privateKey, publicKey } = keys();
  const id = randomBytes(16);
  const coseKey = Buffer.concat(cose(publicKey.export({ format: 'jwk' })));
  let counter = 0;

  const clientData = (type: string, challenge: string, { origin = site.origin, client = {} }: FalseValues) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...client }));

  function authenticatorData(flags: number, faults: FalseValues): Buffer {
    counter += 1;
    const head = Buffer.alloc(5);
    head.writeUInt8((faults.verified === false ? flags & ~VERIFIED : flags) ^ (faults.flags ?? 0));
    head.writeUInt32BE(faults.counter ?? counter, 1);
    return Buffer.concat([sha256(faults.rpId ?? site.rpId), head]);
  }

  const bare = { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} } as const;

  return {
    publicKey,
    coseKey,
    credentialId: base64url(id),

    create(challenge: string, faults: FalseValues = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = Buffer.concat([
        authenticatorData(PRESENT | VERIFIED | HAS_CREDENTIAL, faults),
        Buffer.alloc(16),
        length,
        id,
        coseKey,
      ]);
      // {"fmt": "none", "attStmt": {}, "authData": bytes}
      const begun = Buffer.concat([hex('a363666d74646e6f6e656761747453746d74a068'), Buffer.from('authData')]);
      const attestation = Buffer.concat([begun, Buffer.from([0x59, data.length >> 8, data.length & 0xff]), data]);
      const clientDataJSON = base64url(clientData('webauthn.create', challenge, faults));
      return {
        ...bare,
        response: { clientDataJSON, attestationObject: base64url(attestation), transports: ['internal'] },
      };
    },

    answer(challenge: string, faults: FalseValues = {}) {
      const client = clientData('webauthn.get', challenge, faults);
      const data = Buffer.concat([authenticatorData(PRESENT | VERIFIED, faults), faults.more ?? hex('')]);
      const signature = sign(hash, Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...bare,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
        },
      };
    },
  };
}
