import type { OpeningRefusal } from '@slipway/contract/embed/messages.ts';
import { type SessionTerms, sessionTerms } from '@slipway/contract/entities/partnerSession.ts';
import { webAddress } from '@slipway/contract/entities/scalars.ts';
import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { describeIssue, plainIssues } from '../../platform/http/describeIssue.ts';
import { findUnkeepable } from '../../platform/http/readInput.ts';

/** The longest that a link may be good for. */
export const LINK_SECONDS = 300;
/** A partner's clock may be ahead of ours by so much. */
const CLOCK_TOLERANCE_SECONDS = 5;

const linkClaims = z.strictObject({
  iat: z.int(),
  exp: z.int(),
  jti: z.string().min(16).max(128).describe('A nonce of at least 96 bits: the link is good once'),
  origin: webAddress.describe("The page that shows the link, one of the partner's origins"),
  ...sessionTerms.shape,
});

/** What a partner signed. */
export type SignedLink = {
  readonly nonce: string;
  readonly origin: string;
  readonly terms: SessionTerms;
};

export type LinkReading =
  | { readonly kind: 'link'; readonly link: SignedLink }
  /** `why` is for the log. `isSigned`: the partner signed it, so its page may learn the reason. */
  | {
      readonly kind: 'refused';
      readonly reason: OpeningRefusal;
      readonly why: string;
      readonly isSigned: boolean;
    }
  /** The partner signed it, and a claim is wrong or unknown. */
  | { readonly kind: 'malformed'; readonly field: string; readonly problem: string };

/** The key that a link says it is signed with; undefined for what is no link. */
export function linkKeyId(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}

/**
 * Reads a link: a JWT (RFC 7519) with HS256, `kid`, and what `createSession` takes among its claims, good for five minutes at
 * most. It is refused in any writing but its own: base64url leaves bits over, by which one signature could be written in
 * several ways.
 */
export async function readLink(token: string, secret: Uint8Array, now: Date): Promise<LinkReading> {
  if (!token.split('.').every(isWrittenInFull)) return unsigned('is not written as it was signed');
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      currentDate: now,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: LINK_SECONDS,
    });
    const unkeepable = findUnkeepable(payload);
    if (unkeepable) return { kind: 'malformed', ...unkeepable };
    const claims = linkClaims.safeParse(payload, plainIssues);
    if (!claims.success) return { kind: 'malformed', ...describeIssue(claims.error) };
    const { iat, exp, jti, origin, ...terms } = claims.data;
    if (exp - iat > LINK_SECONDS)
      return { kind: 'malformed', field: 'exp', problem: `must be at most ${LINK_SECONDS} seconds after iat` };
    return { kind: 'link', link: { nonce: jti, origin, terms } };
  } catch (error) {
    if (error instanceof errors.JWTExpired)
      return { kind: 'refused', reason: 'expired', why: error.message, isSigned: true };
    if (error instanceof errors.JWTClaimValidationFailed) return readClaimFailure(error);
    if (error instanceof errors.JOSEError) return unsigned(error.message);
    throw error;
  }
}

/** jose checks the signature before the claims. */
function readClaimFailure({ claim, reason, message }: errors.JWTClaimValidationFailed): LinkReading {
  if (claim === 'iat' && reason === 'check_failed')
    return { kind: 'refused', reason: 'early', why: message, isSigned: true };
  return { kind: 'malformed', field: claim, problem: reason === 'missing' ? 'is required' : message };
}

function unsigned(why: string): LinkReading {
  return { kind: 'refused', reason: 'unknown', why, isSigned: false };
}

function isWrittenInFull(part: string): boolean {
  return Buffer.from(part, 'base64url').toString('base64url') === part;
}
