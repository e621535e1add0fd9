import { createHmac } from 'node:crypto';
import { bitsOfChallenge, challengeOfWork, leadingZeroBits } from '@slipway/contract/loginWork.ts';
import { equalBytes, type PurposeKeys, sha256 } from '../platform/secrets.ts';

/** 65,536 hashes on average: some tenths of a second. */
const LEAST_BITS = 16;
/** Eight times that, where nearly all of a budget is used up. */
const MOST_BITS = 19;
const CHALLENGE_SECONDS = 5 * 60;

/** How much work a code is, by the share of the budget that is used up: 0 to 1. */
export function bitsFor(usedShare: number): number {
  return LEAST_BITS + Math.round(Math.min(1, usedShare) * (MOST_BITS - LEAST_BITS));
}

/** A challenge for one e-mail address, which the server recognises without having kept it. */
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
  return `${terms}.${macOf(key, terms, email).toString('base64url')}`;
}

/** The hash of work that was done for this address and has not run out, by which it is known again; else undefined. */
export function hashOfWork(
  keys: PurposeKeys,
  { email, work, now }: { readonly email: string; readonly work: string; readonly now: Date },
): Buffer | undefined {
  const challenge = challengeOfWork(work);
  const [bits, end, nonce, mac, ...rest] = challenge?.split('.') ?? [];
  if (challenge === undefined || mac === undefined || rest.length > 0) return undefined;
  const given = Buffer.from(mac, 'base64url');
  if (!keys.some((key) => equalBytes(given, macOf(key, `${bits}.${end}.${nonce}`, email)))) return undefined;
  if (Number(end) <= now.getTime() / 1000) return undefined;
  // The challenge is good once, with whichever counter.
  return leadingZeroBits(sha256(work)) >= bitsOfChallenge(challenge) ? sha256(challenge) : undefined;
}

/** The address is in it as a hash: of a challenge that is seen nobody learns whose it is. */
function macOf(key: Uint8Array, terms: string, email: string): Buffer {
  return createHmac('sha256', key)
    .update(`${terms}.${sha256(email).toString('base64url')}`)
    .digest();
}
