import { randomBytes, randomInt, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

const CODE_DIGITS = 6;
const HASH_BYTES = 32;
/**
 * Half of libuv's default thread pool of 4. Its threads also read files, resolve names, and compute the password proof of a
 * new database connection in several steps (SCRAM), which would time out behind a queue of logins.
 */
const MAX_CONCURRENT_HASHES = 2;

export const CODE_LIFETIME_SECONDS = 10 * 60;
export const CODE_TRIES = 5;

export function generateCode(): string {
  return randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0');
}

/** The last hash of each queue; new ones are queued round-robin. */
const hashQueues = Array.from({ length: MAX_CONCURRENT_HASHES }, (): Promise<unknown> => Promise.resolve());
let hashesRequested = 0;

/**
 * Returns a slow, salted hash, so that the million possible codes cannot be tried quickly against a stolen table. It may
 * wait for other hashes, so do not hold a connection or lock meanwhile.
 */
export async function hashCode(code: string, salt: Buffer): Promise<Buffer> {
  const queue = hashesRequested++ % MAX_CONCURRENT_HASHES;
  const hash = (hashQueues[queue] ?? Promise.resolve()).then(() => derive(code, salt, HASH_BYTES));
  hashQueues[queue] = hash.catch(() => undefined);
  return hash;
}

export function generateSalt(): Buffer {
  return randomBytes(16);
}
