import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { bitsOfChallenge, leadingZeroBits, workOf } from '@slipway/contract/loginWork.ts';

/** Tries one counter after the other until one solves the challenge; what is to be sent with the call. */
export function solveWork(challenge: string): string {
  const bits = bitsOfChallenge(challenge);
  // What all hashes begin with is read once.
  const begun = sha256.create().update(utf8ToBytes(workOf(challenge, 0).slice(0, -1)));
  for (let counter = 0; ; counter += 1) {
    const hash = begun
      .clone()
      .update(utf8ToBytes(String(counter)))
      .digest();
    if (leadingZeroBits(hash) >= bits) return workOf(challenge, counter);
  }
}
