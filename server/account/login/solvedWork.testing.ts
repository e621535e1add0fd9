import { countLeadingZeroBits, formatWork, readRequiredBits } from '@slipway/contract/loginWork.ts';
import { sha256 } from '../../platform/secrets.ts';

/** Returns the solution that a browser sends for a challenge. */
export function solveChallenge(challenge: string): string {
  const bits = readRequiredBits(challenge);
  for (let counter = 0; ; counter += 1) {
    const work = formatWork(challenge, counter);
    if (countLeadingZeroBits(sha256(work)) >= bits) return work;
  }
}
