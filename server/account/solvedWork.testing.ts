import { bitsOfChallenge, leadingZeroBits, workOf } from '@slipway/contract/loginWork.ts';
import { sha256 } from '../platform/secrets.ts';

/** What a browser sends once it has solved a challenge. */
export function solved(challenge: string): string {
  const bits = bitsOfChallenge(challenge);
  for (let counter = 0; ; counter += 1) {
    const work = workOf(challenge, counter);
    if (leadingZeroBits(sha256(work)) >= bits) return work;
  }
}
