import { createECDH, createPrivateKey } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a test folder with files that only their owner may read. */
export async function createOwnerOnlyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-keys-'));
  return {
    folder,
    async write(name: string, content: string, mode = 0o600): Promise<string> {
      const path = join(folder, name);
      await writeFile(path, content, { mode });
      return path;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Returns a PKCS #8 file of a key given in hexadecimal; encrypted if there is a passphrase. */
export function encodePem(privateKey: string, passphrase?: string): string {
  const curve = createECDH('secp256k1');
  curve.setPrivateKey(privateKey, 'hex');
  const point = curve.getPublicKey();
  const encode = (bytes: Buffer) => bytes.toString('base64url');
  const d = encode(Buffer.from(privateKey, 'hex'));
  const jwk = { kty: 'EC', crv: 'secp256k1', d, x: encode(point.subarray(1, 33)), y: encode(point.subarray(33)) };
  const encryption = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  return createPrivateKey({ key: jwk, format: 'jwk' })
    .export({ type: 'pkcs8', format: 'pem', ...encryption })
    .toString();
}

/** Returns the error with which a promise rejects. */
export async function catchRejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
  throw new Error('it was not refused');
}
