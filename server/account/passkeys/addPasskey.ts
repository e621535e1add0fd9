import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { CallInput } from '@slipway/contract/calls.ts';
import { queueMail } from '../../notification/mailOutboxStore.ts';
import { passkeyAddedMail } from '../../notification/mailTexts.ts';
import type { MailWordsFor } from '../../notification/mailWords.ts';
import { NO_PARTNER } from '../../partner/partner.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Caller, Session } from '../../platform/http/handlers.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import { isFramedPasskey } from '../../platform/signature/isFramedPasskey.ts';
import { lockOpenBuyer } from '../buyerStore.ts';
import { deviceWords } from '../deviceWords.ts';
import { requireProved } from '../requireProved.ts';
import type { PasskeyContext } from './answerPasskey.ts';
import { challengeReader, makeChallenge } from './challenge.ts';
import { insertPasskey, listPasskeys, takeChallenge } from './passkeyStore.ts';
import { relyingPartyOf, SIGNATURES } from './relyingParty.ts';

export type AddPasskeyContext = PasskeyContext & { readonly mailWords: MailWordsFor };

type LoggedIn = Pick<Caller, 'userAgent'> & { readonly session: Session };

const MOST_PASSKEYS = 20;

/** What a browser makes a passkey with. Throws `confirmation_needed`, `passkeys_full`, or `passkey_refused`. */
export async function newPasskeyOptions(context: PasskeyContext, session: Session) {
  requireOwnAccount(session);
  const kept = await listPasskeys(context.database, session.buyerId);
  requireRoom(kept.length);
  const { id, name } = relyingPartyOf(context);
  const times = { nonce: randomToken(), now: await context.database.now() };
  return generateRegistrationOptions({
    rpName: name,
    rpID: id,
    userName: session.email,
    // Not the buyer's id itself: the authenticator keeps it, and tells it to whoever asks at this site.
    userID: new Uint8Array(sha256(session.buyerId)),
    challenge: makeChallenge(context.keys.passkeys, { kind: 'create', subject: session.buyerId }, times),
    excludeCredentials: kept.map((passkey) => ({ id: passkey.id, transports: [...passkey.transports] })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: SIGNATURES,
    timeout: 300_000,
  });
}

/** Keeps a passkey that the browser has made, and tells the buyer by mail. */
export async function addPasskey(
  context: AddPasskeyContext,
  created: CallInput<'addPasskey'>['passkey'],
  { session, userAgent }: LoggedIn,
): Promise<void> {
  requireOwnAccount(session);
  const { buyerId, email } = session;
  const { database, keys, operatorName, mailWords } = context;
  const { id, origin } = relyingPartyOf(context);
  const now = await database.now();
  const reader = challengeReader(keys.passkeys, { kind: 'create', subject: buyerId }, now);
  const verified = await verifyRegistrationResponse({
    response: { ...created, clientExtensionResults: {} },
    expectedChallenge: reader.isExpected,
    expectedOrigin: origin,
    expectedRPID: id,
    supportedAlgorithmIDs: SIGNATURES,
    requireUserVerification: true,
  }).catch(() => undefined);
  const challenge = reader.found();
  if (!verified?.verified || !challenge || isFramedPasskey(created.response.clientDataJSON))
    throw new AppError('passkey_refused');
  const { credential } = verified.registrationInfo;
  await database.repeatableTransaction(async (transaction) => {
    const buyer = await lockOpenBuyer(transaction, buyerId);
    if (!buyer) throw new AppError('invalid_auth_token');
    requireRoom((await listPasskeys(transaction, buyerId)).length);
    const kept =
      (await takeChallenge(transaction, challenge)) &&
      (await insertPasskey(transaction, {
        ...deviceWords(userAgent),
        id: credential.id,
        buyerId,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: created.response.transports,
      }));
    if (!kept) throw new AppError('passkey_refused');
    await queueMail(transaction, {
      id: `passkey:${randomToken()}`,
      recipient: email,
      ...passkeyAddedMail(mailWords(buyer.locale), operatorName, now),
    });
  });
}

/** A partner answers for its own accounts: nothing else opens them. */
function requireOwnAccount(session: Session): void {
  if (session.partnerId !== NO_PARTNER) throw new AppError('passkey_refused');
  requireProved(session);
}

function requireRoom(kept: number): void {
  if (kept >= MOST_PASSKEYS) throw new AppError('passkeys_full', { count: MOST_PASSKEYS });
}
