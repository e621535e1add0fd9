import { randomBytes } from 'node:crypto';
import type { EnvironmentSource } from '../vendor.ts';
import { createKeySigner, type DigestSigner, signDigest } from './digestSigner.ts';
import { KeyRefusal } from './keyRefusal.ts';
import { getSourceField, type KeySource } from './keySource.ts';
import { openKeystoreFile } from './keystoreFile.ts';
import { openPkcs11Signer } from './pkcs11Signer.ts';

const DIGEST_BYTES = 32;

/**
 * Opens the key and signs random bytes with it, so that a wrong key or PIN is reported when the process starts. Logs in
 * to a token at most once, because too many wrong PINs lock it. Rejects with a {@link KeyRefusal}.
 */
export async function openKeySource(source: KeySource, environment: EnvironmentSource): Promise<DigestSigner> {
  try {
    const signer = await openSigner(source, environment);
    await signDigest(signer, randomBytes(DIGEST_BYTES));
    return signer;
  } catch (error) {
    if (error instanceof KeyRefusal) throw error;
    throw new KeyRefusal(
      getSourceField(source),
      `does not sign: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function openSigner(
  { privateKey, keyFile, passphraseFile, pkcs11 }: KeySource,
  environment: EnvironmentSource,
): Promise<DigestSigner> {
  if (pkcs11) return openPkcs11Signer(pkcs11, environment);
  if (keyFile !== undefined) return createKeySigner(await openKeystoreFile(keyFile, passphraseFile ?? ''));
  return createKeySigner(privateKey ?? '');
}
