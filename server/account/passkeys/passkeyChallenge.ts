import { createHmac } from 'node:crypto';
import { equalBytes, type PurposeKeys, sha256 } from '../../platform/secrets.ts';

const CHALLENGE_SECONDS = 5 * 60;

/** Purpose of a challenge: login or confirmation in one browser (`answer`), or a new passkey for one account (`create`). */
export type ChallengePurpose = { readonly kind: 'answer' | 'create'; readonly subject: string };

/** Returns a challenge that the server verifies without storing it: an HMAC covers its purpose and expiry. */
export function makeChallenge(
  [key]: PurposeKeys,
  purpose: ChallengePurpose,
  { nonce, now }: { nonce: string; now: Date },
): string {
  const terms = `${nonce}.${Math.floor(now.getTime() / 1000) + CHALLENGE_SECONDS}`;
  return `${terms}.${computeMac(key, purpose, terms)}`;
}

export type VerifiedChallenge = { readonly hash: Buffer; readonly endsAt: Date };

/**
 * Creates a verifier of the challenge that a browser signed. `found` returns the challenge once `isExpected` has
 * accepted it.
 */
export function createChallengeVerifier(keys: PurposeKeys, purpose: ChallengePurpose, now: Date) {
  const found: VerifiedChallenge[] = [];
  return {
    found: () => found[0],
    isExpected(encoded: string): boolean {
      const text = Buffer.from(encoded, 'base64url').toString();
      const endsAt = readChallengeExpiry(keys, purpose, text, now);
      if (endsAt) found.push({ hash: sha256(text), endsAt });
      return endsAt !== undefined;
    },
  };
}

/** Returns the expiry of a challenge; undefined if it has expired, has another purpose, or is not authentic. */
function readChallengeExpiry(
  keys: PurposeKeys,
  purpose: ChallengePurpose,
  challenge: string,
  now: Date,
): Date | undefined {
  const [nonce, end, mac, ...rest] = challenge.split('.');
  if (mac === undefined || rest.length > 0) return undefined;
  const terms = `${nonce}.${end}`;
  if (!keys.some((key) => equalBytes(Buffer.from(mac), Buffer.from(computeMac(key, purpose, terms))))) return undefined;
  const endsAt = new Date(Number(end) * 1000);
  return endsAt > now ? endsAt : undefined;
}

function computeMac(key: Uint8Array, { kind, subject }: ChallengePurpose, terms: string): string {
  return createHmac('sha256', key).update(`${kind} ${terms} ${subject}`).digest('base64url');
}
