import { createPrivateKey, type KeyObject } from 'node:crypto';
import { KeyRefusal } from './keyRefusal.ts';
import { readOwnerFile, readOwnerLine } from './ownerFile.ts';

const ENCRYPTED = /^-{5}BEGIN ENCRYPTED PRIVATE KEY-{5}$/m;

/**
 * Returns the private key, 32 bytes in hexadecimal, of an encrypted PKCS #8 file in PEM, as `openssl pkcs8 -topk8
 * -scrypt` writes it. Rejects with a {@link KeyRefusal}.
 */
export async function openKeystoreFile(path: string, passphrasePath: string): Promise<string> {
  const pem = await readOwnerFile('keyFile', path);
  if (!ENCRYPTED.test(pem))
    throw new KeyRefusal(
      'keyFile',
      `leads to ${path}, which is not an encrypted key: create one with openssl pkcs8 -topk8 -scrypt`,
    );
  const passphrase = await readOwnerLine('passphraseFile', passphrasePath);
  const key = tryDecryptKey(pem, passphrase);
  if (!key) throw new KeyRefusal('keyFile', `leads to ${path}, which TREASURY_PASSPHRASE_FILE does not open`);
  if (key.asymmetricKeyDetails?.namedCurve !== 'secp256k1')
    throw new KeyRefusal('keyFile', `leads to ${path}, which is not a key of secp256k1, the curve of these networks`);
  return Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url').toString('hex');
}

function tryDecryptKey(pem: string, passphrase: string): KeyObject | undefined {
  try {
    return createPrivateKey({ key: pem, passphrase });
  } catch {
    // OpenSSL does not report whether the passphrase or the file is wrong.
    return undefined;
  }
}
