import type { OpeningRefusal } from '@slipway/contract/embed/messages.ts';
import { type SessionTerms, sessionRules, sessionTerms } from '@slipway/contract/entities/partnerSession.ts';
import { webAddress } from '@slipway/contract/entities/scalars.ts';
import { withRules } from '@slipway/contract/fieldRules.ts';
import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { describeIssue, readableIssueOption } from '../../platform/http/gateway/describeIssue.ts';
import { findUnstorable } from '../../platform/http/gateway/readInput.ts';

/** The longest validity of a link. */
export const LINK_SECONDS = 300;
/** How far a partner's clock may differ. */
const CLOCK_TOLERANCE_SECONDS = 5;

const linkClaims = withRules(
  z.strictObject({
    iat: z.int(),
    exp: z.int(),
    jti: z.string().min(16).max(128).describe('A nonce of at least 96 bits: the link can be opened once'),
    origin: webAddress.describe("The page that shows the link, one of the partner's origins"),
    ...sessionTerms.shape,
  }),
  sessionRules,
);

/** The content of a link that a partner signed. */
export type SignedLink = {
  readonly nonce: string;
  readonly origin: string;
  readonly terms: SessionTerms;
};

export type LinkResult =
  | { readonly kind: 'link'; readonly link: SignedLink }
  /** `why` is for the log. `isSigned`: the partner signed the link, so its page may receive the reason. */
  | {
      readonly kind: 'refused';
      readonly reason: OpeningRefusal;
      readonly why: string;
      readonly isSigned: boolean;
    }
  /** The partner signed the link, but a claim is wrong or unknown. */
  | { readonly kind: 'malformed'; readonly field: string; readonly problem: string };

/** Returns the id of the key with which a link claims to be signed; undefined if it is not a link. */
export function readLinkKeyId(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}

/**
 * Verifies and parses a link: a JWT (RFC 7519) with HS256, `kid`, and the fields of `createSession` as claims, valid
 * for at most five minutes. Only its canonical encoding is accepted: unused bits of base64url would allow several
 * encodings of one signature.
 */
export async function readLink(token: string, secret: Uint8Array, now: Date): Promise<LinkResult> {
  if (!token.split('.').every(isCanonicalEncoding)) return rejectLink('its encoding is not canonical');
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      currentDate: now,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: LINK_SECONDS,
    });
    const unstorable = findUnstorable(payload);
    if (unstorable) return { kind: 'malformed', ...unstorable };
    const claims = linkClaims.safeParse(payload, readableIssueOption);
    if (!claims.success) return { kind: 'malformed', ...describeIssue(claims.error) };
    const { iat, exp, jti, origin, ...terms } = claims.data;
    if (exp - iat > LINK_SECONDS)
      return { kind: 'malformed', field: 'exp', problem: `must be at most ${LINK_SECONDS} seconds after iat` };
    return { kind: 'link', link: { nonce: jti, origin, terms } };
  } catch (error) {
    if (error instanceof errors.JWTExpired)
      return { kind: 'refused', reason: 'expired', why: error.message, isSigned: true };
    if (error instanceof errors.JWTClaimValidationFailed) return readClaimFailure(error);
    if (error instanceof errors.JOSEError) return rejectLink(error.message);
    throw error;
  }
}

/** Returns the refusal of a link with a wrong claim. Its signature is valid: jose verifies it before the claims. */
function readClaimFailure({ claim, reason, message }: errors.JWTClaimValidationFailed): LinkResult {
  if (claim === 'iat' && reason === 'check_failed')
    return { kind: 'refused', reason: 'early', why: message, isSigned: true };
  return { kind: 'malformed', field: claim, problem: reason === 'missing' ? 'is required' : message };
}

function rejectLink(why: string): LinkResult {
  return { kind: 'refused', reason: 'unknown', why, isSigned: false };
}

function isCanonicalEncoding(part: string): boolean {
  return Buffer.from(part, 'base64url').toString('base64url') === part;
}
