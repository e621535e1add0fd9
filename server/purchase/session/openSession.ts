import type { CallData } from '@slipway/contract/calls.ts';
import { findLinkKey } from '../../partner/linkKeyStore.ts';
import type { Partners } from '../../partner/partner.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, isUniqueViolation } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Log } from '../../platform/log/log.ts';
import { type Keys, randomToken, sha256 } from '../../platform/secrets.ts';
import { acceptTerms, type TermsContext } from './acceptTerms.ts';
import { newSessionId } from './createSession.ts';
import { insertOpenedSession, openPartnerSession, type PartnerSession } from './partnerSessionStore.ts';
import { linkKeyId, readLink } from './readLink.ts';

export type OpenSessionContext = TermsContext & {
  readonly database: Database;
  readonly partners: () => Partners;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly log: Log;
};

const NO_GOODS = { goodsOrderAmount: '', goodsOrderCurrency: '' } as const;

/** Opens a session of `createSession`, or a link that a partner signed: each is good for one opening. Throws `link_over`. */
export async function openSession(context: OpenSessionContext, opener: string): Promise<CallData<'openSession'>> {
  const proof = randomToken(32);
  const proofHash = sha256(proof);
  const opened = opener.includes('.')
    ? await openLink(context, opener, proofHash)
    : await openPartnerSession(context.database, { openerHash: sha256(opener), proofHash });
  // A partner whose agreement has ended since sends nobody any more.
  if (!opened || !context.partners().has(opened.partnerId)) throw new AppError('link_over');
  // Sessions of a server that did not know of goods are opened too.
  return { ...NO_GOODS, ...opened.terms, partnerId: opened.partnerId, partnerSession: proof };
}

async function openLink(context: OpenSessionContext, token: string, proofHash: Buffer): Promise<PartnerSession> {
  const { database, keys, clock, partners } = context;
  const keyId = linkKeyId(token);
  const key = keyId === undefined ? undefined : await findLinkKey(database, keys.partnerSecrets, keyId);
  const partner = key && partners().get(key.partnerId);
  if (!partner) throw refused(context, keyId, 'no key of ours signed it');
  const reading = await readLink(token, key.secret, clock.now());
  if (reading.kind === 'refused') throw refused(context, keyId, reading.why);
  const { nonce, origin, terms } = reading.link;
  if (!partner.origins.includes(origin)) throw refused(context, keyId, "its origin is not one of the partner's");
  const session = { id: newSessionId(), partnerId: partner.id, terms: acceptTerms(context, partner, terms) };
  try {
    await insertOpenedSession(database, { ...session, openerHash: sha256(`${partner.id} ${nonce}`), proofHash });
  } catch (error) {
    if (isUniqueViolation(error, 'partner_sessions_opener_hash_key')) throw refused(context, keyId, 'it was used');
    throw error;
  }
  return session;
}

function refused({ log }: OpenSessionContext, keyId: string | undefined, why: string): AppError {
  log.info({ keyId: keyId?.slice(0, 64), why }, 'a signed link is refused');
  return new AppError('link_over');
}
