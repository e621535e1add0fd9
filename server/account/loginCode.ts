import { randomBytes, randomInt, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

const CODE_DIGITS = 6;
const HASH_BYTES = 32;
/**
 * A half of Node's threads, which also read files, look names up, and prove a new connection's password to the database in several
 * steps (SCRAM): behind everybody who signs in it would not be ready in time.
 */
const HASHED_AT_ONCE = 2;

export const CODE_LIFETIME_SECONDS = 10 * 60;
export const CODE_TRIES = 5;

export function newCode(): string {
  return randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0');
}

/** What is being hashed; the next one waits for the oldest. */
const lanes = Array.from({ length: HASHED_AT_ONCE }, (): Promise<unknown> => Promise.resolve());
let asked = 0;

/**
 * A slow, salted hash: the million possible codes cannot be tried quickly against a stolen table. Others may be hashed first, so
 * that nobody holds a connection or a lock meanwhile.
 */
export async function hashCode(code: string, salt: Buffer): Promise<Buffer> {
  const lane = asked++ % HASHED_AT_ONCE;
  const hash = (lanes[lane] ?? Promise.resolve()).then(() => derive(code, salt, HASH_BYTES));
  lanes[lane] = hash.catch(() => undefined);
  return hash;
}

export function newSalt(): Buffer {
  return randomBytes(16);
}
