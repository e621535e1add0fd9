import { createHmac } from 'node:crypto';
import { equalBytes, type PurposeKeys, sha256 } from '../../platform/secrets.ts';

const CHALLENGE_SECONDS = 5 * 60;

/** What a challenge is for: logging in or confirming from one browser, or a new passkey of one buyer. */
export type ChallengeFor = { readonly kind: 'answer' | 'create'; readonly subject: string };

/** A challenge that the server recognises without having kept it: what it is for, and when it ends, are marked by HMAC. */
export function makeChallenge(
  [key]: PurposeKeys,
  given: ChallengeFor,
  { nonce, now }: { nonce: string; now: Date },
): string {
  const terms = `${nonce}.${Math.floor(now.getTime() / 1000) + CHALLENGE_SECONDS}`;
  return `${terms}.${macOf(key, given, terms)}`;
}

export type FoundChallenge = { readonly hash: Buffer; readonly endsAt: Date };

/** Judges the challenge inside of what a browser signed, and keeps the one that was right. */
export function challengeReader(keys: PurposeKeys, given: ChallengeFor, now: Date) {
  const found: FoundChallenge[] = [];
  return {
    found: () => found[0],
    isExpected(encoded: string): boolean {
      const text = Buffer.from(encoded, 'base64url').toString();
      const endsAt = endOfChallenge(keys, given, text, now);
      if (endsAt) found.push({ hash: sha256(text), endsAt });
      return endsAt !== undefined;
    },
  };
}

/** When it ends; undefined for one that has ended, is for something else, or is not ours. */
function endOfChallenge(keys: PurposeKeys, given: ChallengeFor, challenge: string, now: Date): Date | undefined {
  const [nonce, end, mac, ...rest] = challenge.split('.');
  if (mac === undefined || rest.length > 0) return undefined;
  const terms = `${nonce}.${end}`;
  if (!keys.some((key) => equalBytes(Buffer.from(mac), Buffer.from(macOf(key, given, terms))))) return undefined;
  const endsAt = new Date(Number(end) * 1000);
  return endsAt > now ? endsAt : undefined;
}

function macOf(key: Uint8Array, { kind, subject }: ChallengeFor, terms: string): string {
  return createHmac('sha256', key).update(`${kind} ${terms} ${subject}`).digest('base64url');
}
