import { randomBytes, randomInt, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

const CODE_DIGITS = 6;
const HASH_BYTES = 32;

export const CODE_LIFETIME_SECONDS = 10 * 60;
export const CODE_TRIES = 5;

export function newCode(): string {
  return randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0');
}

/** A slow, salted hash: the million possible codes cannot be tried quickly against a stolen table. */
export async function hashCode(code: string, salt: Buffer): Promise<Buffer> {
  return derive(code, salt, HASH_BYTES);
}

export function newSalt(): Buffer {
  return randomBytes(16);
}
