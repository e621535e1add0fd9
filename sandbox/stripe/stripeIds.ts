import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns unguessable letters and digits, as in Stripe's ids. */
export function generateRandomLetters(length: number): string {
  let letters = '';
  // Skips bytes above 247, which would favour the first letters.
  while (letters.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && letters.length < length) letters += ALPHABET[byte % 62];
    }
  }
  return letters;
}

/** Returns an id in Stripe's format: `pi_…`, `ch_…`. */
export function createStripeId(prefix: string): string {
  return `${prefix}_${generateRandomLetters(24)}`;
}
