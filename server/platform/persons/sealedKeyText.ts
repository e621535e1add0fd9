import { randomBytes, scryptSync } from 'node:crypto';
import { seal, unseal } from '../sealing.ts';

const LABEL = 'SLIPWAY OPERATOR KEY';
const BEGIN = `-----BEGIN ${LABEL}-----`;
const END = `-----END ${LABEL}-----`;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const LINE = /.{1,64}/g;

/** OWASP's Password Storage Cheat Sheet: N = 2^17, r = 8, p = 1 take 128 MB and some tenths of a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 192 * 1024 * 1024 } as const;

/**
 * Encrypts a key's text with a passphrase: scrypt and AES-256-GCM, which detects any change. PKCS#8 as written by OpenSSL
 * uses 2,048 rounds of PBKDF2 and detects no change.
 */
export function sealKeyText(text: string, passphrase: string): string {
  const salt = randomBytes(SALT_BYTES);
  const sealed = Buffer.concat([salt, seal(deriveKey(passphrase, salt), LABEL, Buffer.from(text))]);
  return [BEGIN, ...(sealed.toString('base64').match(LINE) ?? []), END, ''].join('\n');
}

export function isSealedKeyText(text: string): boolean {
  return text.trimStart().startsWith(BEGIN);
}

/** Throws if the passphrase is wrong, or the text was changed. */
export function unsealKeyText(text: string, passphrase: string): string {
  const sealed = Buffer.from(text.replace(BEGIN, '').replace(END, ''), 'base64');
  const salt = sealed.subarray(0, SALT_BYTES);
  return unseal(deriveKey(passphrase, salt), LABEL, sealed.subarray(SALT_BYTES)).toString('utf8');
}

function deriveKey(passphrase: string, salt: Uint8Array): Buffer {
  return scryptSync(passphrase, salt, KEY_BYTES, COST);
}
