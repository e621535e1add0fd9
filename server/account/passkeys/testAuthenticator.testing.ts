import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const hex = (text: string) => Buffer.from(text, 'hex');

/** What a site may be lied to about. */
type Lies = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly verified?: boolean;
  readonly counter?: number;
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A security key with one credential, of ES256 and the attestation `none` (WebAuthn, sections 6.1 and 6.5). */
export function createTestAuthenticator(site: { readonly origin: string; readonly rpId: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const point = publicKey.export({ format: 'jwk' });
  let counter = 0;

  const clientData = (type: string, challenge: string, { origin = site.origin }: Lies) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData(flags: number, lies: Lies): Buffer {
    counter += 1;
    const head = Buffer.alloc(5);
    head.writeUInt8(lies.verified === false ? flags & ~VERIFIED : flags);
    head.writeUInt32BE(lies.counter ?? counter, 1);
    return Buffer.concat([sha256(lies.rpId ?? site.rpId), head]);
  }

  /** A map of COSE: key type EC2, ES256, P-256, and the point. */
  function coseKey(): Buffer {
    const coordinate = (text = '') => Buffer.from(text, 'base64url');
    return Buffer.concat([hex('a5010203262001215820'), coordinate(point.x), hex('225820'), coordinate(point.y)]);
  }

  const bare = { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} } as const;

  return {
    create(challenge: string, lies: Lies = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = Buffer.concat([
        authenticatorData(PRESENT | VERIFIED | HAS_CREDENTIAL, lies),
        Buffer.alloc(16),
        length,
        id,
        coseKey(),
      ]);
      // {"fmt": "none", "attStmt": {}, "authData": bytes}
      const begun = Buffer.concat([hex('a363666d74646e6f6e656761747453746d74a068'), Buffer.from('authData')]);
      const attestation = Buffer.concat([begun, Buffer.from([0x58, data.length]), data]);
      const clientDataJSON = base64url(clientData('webauthn.create', challenge, lies));
      return {
        ...bare,
        response: { clientDataJSON, attestationObject: base64url(attestation), transports: ['internal'] },
      };
    },

    answer(challenge: string, lies: Lies = {}) {
      const client = clientData('webauthn.get', challenge, lies);
      const data = authenticatorData(PRESENT | VERIFIED, lies);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
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
