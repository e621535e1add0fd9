import { generateRegistrationOptions } from '@simplewebauthn/server';
import { queueMail } from '../../notification/mailOutboxStore.ts';
import { buildPasskeyAddedMail } from '../../notification/mailTexts.ts';
import type { MailTranslationSource } from '../../notification/mailTranslations.ts';
import { NO_PARTNER } from '../../partner/partner.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Caller, Session } from '../../platform/http/handlers.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import { lockOpenBuyer } from '../buyerStore.ts';
import { parseUserAgent } from '../sessions/parseUserAgent.ts';
import { requireRecentProof } from '../sessions/requireRecentProof.ts';
import type { PasskeyContext } from './passkeyAnswer.ts';
import { makeChallenge } from './passkeyChallenge.ts';
import { insertPasskey, listPasskeys, markChallengeAnswered } from './passkeyStore.ts';
import { buildRelyingParty, SIGNATURE_ALGORITHMS } from './relyingParty.ts';
import { type CreatedPasskey, verifyCreatedPasskey } from './verifyPasskey.ts';

export type AddPasskeyContext = PasskeyContext & { readonly mailTranslations: MailTranslationSource };

type LoggedIn = Pick<Caller, 'userAgent'> & { readonly session: Session };

const MOST_PASSKEYS = 20;

/** Returns the options for creating a passkey. Throws `confirmation_needed`, `passkeys_full`, or `passkey_refused`. */
export async function createPasskeyOptions(context: PasskeyContext, session: Session) {
  requirePasskeyAddable(session);
  const passkeys = await listPasskeys(context.database, session.buyerId);
  requireBelowPasskeyLimit(passkeys.length);
  const { id, name } = buildRelyingParty(context);
  const times = { nonce: randomToken(), now: await context.database.now() };
  return generateRegistrationOptions({
    rpName: name,
    rpID: id,
    userName: session.email,
    // Not the buyer's id itself, because the authenticator stores it and reveals it to anyone who uses it at this site.
    userID: new Uint8Array(sha256(session.buyerId)),
    challenge: makeChallenge(context.keys.passkeys, { kind: 'create', subject: session.buyerId }, times),
    excludeCredentials: passkeys.map((passkey) => ({ id: passkey.id, transports: [...passkey.transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: SIGNATURE_ALGORITHMS,
    timeout: 300_000,
  });
}

/** Stores a passkey that the browser has created, and notifies the buyer by email. Throws like {@link createPasskeyOptions}. */
export async function addPasskey(
  context: AddPasskeyContext,
  created: CreatedPasskey,
  { session, userAgent }: LoggedIn,
): Promise<void> {
  requirePasskeyAddable(session);
  const { buyerId, email } = session;
  const { database, operatorName, mailTranslations } = context;
  const now = await database.now();
  const verified = await verifyCreatedPasskey(context, created, { subject: buyerId, now });
  if (!verified) throw new AppError('passkey_refused');
  const { passkey, challenge } = verified;
  await database.repeatableTransaction(async (transaction) => {
    const buyer = await lockOpenBuyer(transaction, buyerId);
    if (!buyer) throw new AppError('invalid_auth_token');
    requireBelowPasskeyLimit((await listPasskeys(transaction, buyerId)).length);
    const isStored =
      (await markChallengeAnswered(transaction, challenge)) &&
      (await insertPasskey(transaction, {
        ...parseUserAgent(userAgent),
        ...passkey,
        buyerId,
      }));
    if (!isStored) throw new AppError('passkey_refused');
    await queueMail(transaction, {
      id: `passkey:${randomToken()}`,
      recipient: email,
      ...buildPasskeyAddedMail(mailTranslations(buyer.locale), operatorName, now),
    });
  });
}

/**
 * Requires recent proof, and an account that is not at a partner: a partner vouches for its accounts, which have no
 * other login.
 */
function requirePasskeyAddable(session: Session): void {
  if (session.partnerId !== NO_PARTNER) throw new AppError('passkey_refused');
  requireRecentProof(session);
}

function requireBelowPasskeyLimit(count: number): void {
  if (count >= MOST_PASSKEYS) throw new AppError('passkeys_full', { count: MOST_PASSKEYS });
}
