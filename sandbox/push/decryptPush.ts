import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto';

/** The private values of a browser's subscription. */
export type BrowserKeys = { readonly own: ECDH; readonly auth: Buffer };

const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** Delimiter at the end of the last record, before its zero padding. */
const LAST_RECORD = 0x02;

/** Decrypts a push message like a browser: RFC 8291 over a single record of RFC 8188. Throws for anything else. */
export function decryptPush(body: Buffer, { own, auth }: BrowserKeys): string {
  const salt = body.subarray(0, SALT_BYTES);
  const recordSize = body.readUInt32BE(SALT_BYTES);
  const keyStart = SALT_BYTES + 5;
  const sender = body.subarray(keyStart, keyStart + body.readUInt8(SALT_BYTES + 4));
  const record = body.subarray(keyStart + sender.length);
  if (record.length > recordSize) throw new Error('a push is one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const secret = deriveKey(own.computeSecret(sender), auth, info, 32);
  const key = deriveKey(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = deriveKey(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== LAST_RECORD) throw new Error('the padding is not that of a last record');
  return padded.subarray(0, end).toString('utf8');
}

function deriveKey(secret: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}
