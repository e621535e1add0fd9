import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { countLeadingZeroBits, formatWork, readRequiredBits } from '@slipway/contract/loginWork.ts';

/** Tries counters until one solves the challenge; returns the solution to send with the call. */
export function solveWork(challenge: string): string {
  const bits = readRequiredBits(challenge);
  // All candidates share this prefix, so it is hashed once.
  const prefixHash = sha256.create().update(utf8ToBytes(formatWork(challenge, 0).slice(0, -1)));
  for (let counter = 0; ; counter += 1) {
    const hash = prefixHash
      .clone()
      .update(utf8ToBytes(String(counter)))
      .digest();
    if (countLeadingZeroBits(hash) >= bits) return formatWork(challenge, counter);
  }
}
