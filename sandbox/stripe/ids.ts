import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Unguessable letters and digits, like the ends of Stripe's ids. */
export function randomLetters(length: number): string {
  let letters = '';
  // Bytes above 247 would favour the first letters.
  while (letters.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && letters.length < length) letters += ALPHABET[byte % 62];
    }
  }
  return letters;
}

/** `pi_…`, `ch_…`: Stripe's way to name a thing. */
export function newId(prefix: string): string {
  return `${prefix}_${randomLetters(24)}`;
}
