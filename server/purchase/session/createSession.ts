import type { SessionTerms } from '@slipway/contract/entities/partnerSession.ts';
import type { Partner } from '../../partner/partner.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import { acceptSessionTerms, type SessionTermsContext } from './acceptSessionTerms.ts';
import { insertPartnerSession } from './partnerSessionStore.ts';

/** How long a session can be opened. */
export const SESSION_SECONDS = 300;

export type CreatedSession = {
  readonly id: string;
  /** Opens the session, once. It is sent only to the partner, and stored as a hash. */
  readonly token: string;
  readonly expiresAt: Date;
};

/**
 * Stores the terms that a partner fixes for one purchase, as a session that its page can open. Throws the errors of
 * `acceptSessionTerms`.
 */
export async function createSession(
  context: SessionTermsContext,
  transaction: Transaction,
  partner: Partner,
  requestedTerms: SessionTerms,
): Promise<CreatedSession> {
  const id = createSessionId();
  const token = `open_${randomToken(32)}`;
  const expiresAt = await insertPartnerSession(transaction, {
    id,
    partnerId: partner.id,
    terms: acceptSessionTerms(context, partner, requestedTerms),
    openerHash: sha256(token),
    seconds: SESSION_SECONDS,
  });
  return { id, token, expiresAt };
}

export function createSessionId(): string {
  return `session_${randomToken()}`;
}
