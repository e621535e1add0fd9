import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { CookieJar } from '../../platform/http/handlers.ts';
import { randomToken } from '../../platform/secrets.ts';
import { makeChallenge } from './passkeyChallenge.ts';
import { lockPasskey, markChallengeAnswered, type Passkey, updatePasskeyCounter } from './passkeyStore.ts';
import { buildRelyingParty } from './relyingParty.ts';
import { type PasskeyAnswer, type PasskeyVerification, verifyPasskeySignature } from './verifyPasskey.ts';

export type PasskeyContext = PasskeyVerification & { readonly database: Database };

/** Lifetime of the cookie that binds a challenge to the browser. */
const BROWSER_SECONDS = 10 * 60;

/** Returns a challenge that any passkey of this site may answer, and sets the cookie that binds it to this browser. */
export async function createPasskeyChallenge(context: PasskeyContext, cookies: CookieJar) {
  const browser = cookies.read('login') ?? randomToken();
  cookies.set('login', browser, BROWSER_SECONDS);
  const times = { nonce: randomToken(), now: await context.database.now() };
  const { id } = buildRelyingParty(context);
  return generateAuthenticationOptions({
    rpID: id,
    challenge: makeChallenge(context.keys.passkeys, { kind: 'answer', subject: browser }, times),
    userVerification: 'required',
    timeout: 300_000,
  });
}

/** Returns the passkey that has answered, and updates its counter. Throws `passkey_refused`. */
export async function verifyPasskeyAnswer(
  context: PasskeyContext,
  transaction: Transaction,
  answer: PasskeyAnswer,
  { cookies, now }: { readonly cookies: CookieJar; readonly now: Date },
): Promise<Passkey> {
  const subject = cookies.read('login') ?? '';
  const passkey = await lockPasskey(transaction, answer.id);
  if (!passkey || subject === '') throw new AppError('passkey_refused');
  const verified = await verifyPasskeySignature(context, passkey, answer, { subject, now });
  if (!verified) throw new AppError('passkey_refused');
  if (!(await markChallengeAnswered(transaction, verified.challenge))) throw new AppError('passkey_refused');
  await updatePasskeyCounter(transaction, passkey.id, verified.counter);
  return passkey;
}
