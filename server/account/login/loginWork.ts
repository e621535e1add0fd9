import { createHmac } from 'node:crypto';
import { countLeadingZeroBits, readRequiredBits, readWorkChallenge } from '@slipway/contract/loginWork.ts';
import { equalBytes, type PurposeKeys, sha256 } from '../../platform/secrets.ts';

/** 65,536 hashes on average: some tenths of a second. */
const MIN_BITS = 16;
/** Eight times as many hashes, when a limit is nearly used up. */
const MAX_BITS = 19;
const CHALLENGE_SECONDS = 5 * 60;

/** Returns the difficulty for the used share (0 to 1) of the fullest limit. */
export function computeDifficultyBits(usedShare: number): number {
  return MIN_BITS + Math.round(Math.min(1, usedShare) * (MAX_BITS - MIN_BITS));
}

/** Returns a challenge for one email address, which the server verifies without storing it. */
export function issueChallenge(
  [key]: PurposeKeys,
  {
    email,
    bits,
    nonce,
    now,
  }: { readonly email: string; readonly bits: number; readonly nonce: string; readonly now: Date },
): string {
  const terms = `${bits}.${Math.floor(now.getTime() / 1000) + CHALLENGE_SECONDS}.${nonce}`;
  return `${terms}.${computeMac(key, terms, email)}`;
}

/** Returns the challenge's hash if the work is valid for this address and has not expired; else undefined. */
export function verifyWork(
  keys: PurposeKeys,
  { email, work, now }: { readonly email: string; readonly work: string; readonly now: Date },
): Buffer | undefined {
  const challenge = readWorkChallenge(work);
  const [bits, end, nonce, mac, ...rest] = challenge?.split('.') ?? [];
  if (challenge === undefined || mac === undefined || rest.length > 0) return undefined;
  // Compared as text: base64url has several texts for the same bytes, and a challenge must have only one.
  const isOurs = keys.some((key) =>
    equalBytes(Buffer.from(mac), Buffer.from(computeMac(key, `${bits}.${end}.${nonce}`, email))),
  );
  if (!isOurs) return undefined;
  if (Number(end) <= now.getTime() / 1000) return undefined;
  // The hash of the challenge, without the counter: a challenge is valid for one code, even if it is solved twice.
  return countLeadingZeroBits(sha256(work)) >= readRequiredBits(challenge) ? sha256(challenge) : undefined;
}

/** The address is included as a hash, so that a challenge does not reveal it. */
function computeMac(key: Uint8Array, terms: string, email: string): string {
  return createHmac('sha256', key)
    .update(`${terms}.${sha256(email).toString('base64url')}`)
    .digest('base64url');
}
