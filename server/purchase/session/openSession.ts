import type { CallData, CallInput } from '@slipway/contract/calls.ts';
import type { OpeningRefusal } from '@slipway/contract/embed/messages.ts';
import type { SessionTerms } from '@slipway/contract/entities/partnerSession.ts';
import { findLinkKey } from '../../partner/linkKeyStore.ts';
import type { Partner, Partners } from '../../partner/partner.ts';
import { machineNow } from '../../platform/clock.ts';
import { type Database, isUniqueViolation } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Log } from '../../platform/log/log.ts';
import { type Keys, randomToken, sha256 } from '../../platform/secrets.ts';
import { acceptSessionTerms, type SessionTermsContext } from './acceptSessionTerms.ts';
import { createSessionId } from './createSession.ts';
import {
  findReopened as findReopenedSession,
  findUnopenable as findUnopenableSession,
  insertOpenedSession,
  openPartnerSession,
  type PartnerSession,
} from './partnerSessionStore.ts';
import { readLink, readLinkKeyId } from './readLink.ts';

export type OpenSessionContext = SessionTermsContext & {
  readonly database: Database;
  readonly partners: () => Partners;
  readonly keys: Keys;
  readonly log: Log;
};

/**
 * Opens a session of `createSession`, or a link that a partner signed: each can be opened once. The same `proof` opens the
 * same session again. Throws `link_ended` with the reason, and for a link the errors of `acceptSessionTerms`. The facts of the
 * error contain the partner if the partner is proved.
 */
export async function openSession(
  context: OpenSessionContext,
  { session: opener, proof = randomToken(32) }: CallInput<'openSession'>,
): Promise<CallData<'openSession'>> {
  const proofHash = sha256(proof);
  const opening = opener.includes('.')
    ? openLink(context, opener, proofHash)
    : openToken(context, sha256(opener), proofHash);
  const opened = await opening.catch((error: unknown) => {
    if (isUniqueViolation(error, 'partner_sessions_proof_hash_key'))
      throw new AppError('malformed', { field: 'proof', problem: 'was used for another session' });
    throw error;
  });
  // The partner was removed since, so its sessions are refused.
  if (!context.partners().has(opened.partnerId)) throw createLinkEndedError('partner', opened.partnerId);
  return { ...opened.terms, partnerId: opened.partnerId, partnerSession: proof };
}

async function openToken(
  { database }: OpenSessionContext,
  openerHash: Buffer,
  proofHash: Buffer,
): Promise<PartnerSession> {
  const reopened = await findReopenedSession(database, { openerHash, proofHash });
  const opened = reopened ?? (await openPartnerSession(database, { openerHash, proofHash }));
  if (opened) return opened;
  const unopenable = await findUnopenableSession(database, { openerHash });
  if (!unopenable) throw createLinkEndedError('unknown');
  throw createLinkEndedError(unopenable.wasOpened ? 'used' : 'expired', unopenable.partnerId);
}

async function openLink(context: OpenSessionContext, token: string, proofHash: Buffer): Promise<PartnerSession> {
  const { database, keys, partners, log } = context;
  const keyId = readLinkKeyId(token);
  const key = keyId === undefined ? undefined : await findLinkKey(database, keys.partnerSecrets, keyId);
  const partner = key && partners().get(key.partnerId);
  const refuse = (why: string, error: AppError) => {
    log.info({ keyId: keyId?.slice(0, 64), why }, 'a signed link is refused');
    return error;
  };
  if (!partner) throw refuse('no current key of a partner signed it', createLinkEndedError('unknown'));
  const reading = await readLink(token, key.secret, machineNow());
  if (reading.kind === 'refused')
    throw refuse(reading.why, createLinkEndedError(reading.reason, reading.isSigned ? partner.id : undefined));
  if (reading.kind === 'malformed') {
    const { field, problem } = reading;
    throw refuse(`${field}: ${problem}`, new AppError('malformed', { field, problem, partnerId: partner.id }));
  }
  const { nonce, origin, terms } = reading.link;
  const openerHash = sha256(`${partner.id} ${nonce}`);
  const reopened = await findReopenedSession(database, { openerHash, proofHash });
  if (reopened) return reopened;
  if (!partner.origins.includes(origin))
    throw refuse("its origin is not one of the partner's", createLinkEndedError('origin', partner.id));
  const session = { id: createSessionId(), partnerId: partner.id, terms: acceptLinkTerms(context, partner, terms) };
  try {
    await insertOpenedSession(database, { ...session, openerHash, proofHash });
  } catch (error) {
    if (isUniqueViolation(error, 'partner_sessions_opener_hash_key'))
      throw refuse('it was used', createLinkEndedError('used', partner.id));
    throw error;
  }
  return session;
}

/** Adds the partner to the error, so that the buyer's page can link back to the partner. */
function acceptLinkTerms(context: OpenSessionContext, partner: Partner, terms: SessionTerms): SessionTerms {
  try {
    return acceptSessionTerms(context, partner, terms);
  } catch (error) {
    if (error instanceof AppError) throw new AppError(error.key, { ...error.facts, partnerId: partner.id });
    throw error;
  }
}

function createLinkEndedError(reason: OpeningRefusal, partnerId?: string): AppError {
  return new AppError('link_ended', { reason, ...(partnerId !== undefined && { partnerId }) });
}
