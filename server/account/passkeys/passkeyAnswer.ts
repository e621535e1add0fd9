import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { CallInput } from '@slipway/contract/calls.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { CookieJar } from '../../platform/http/handlers.ts';
import { type Keys, randomToken } from '../../platform/secrets.ts';
import { isFramedPasskey } from '../../platform/signature/isFramedPasskey.ts';
import { createChallengeVerifier, makeChallenge } from './passkeyChallenge.ts';
import { lockPasskey, markChallengeAnswered, type Passkey, updatePasskeyCounter } from './passkeyStore.ts';
import { buildRelyingParty } from './relyingParty.ts';

export type PasskeyContext = {
  readonly database: Database;
  readonly keys: Pick<Keys, 'passkeys'>;
  readonly publicUrl: string;
  readonly operatorName: string;
};

/** How long the browser may take. */
const BROWSER_SECONDS = 10 * 60;

export type PasskeyAnswer = CallInput<'passkeyLogin'>['passkey'];

/** Returns a challenge that any passkey of this site may answer, in this browser only. */
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
  const { id, origin } = buildRelyingParty(context);
  const reader = createChallengeVerifier(context.keys.passkeys, { kind: 'answer', subject }, now);
  const verified = await verifyAuthenticationResponse({
    response: { ...answer, response: withoutUndefined(answer.response), clientExtensionResults: {} },
    expectedChallenge: reader.isExpected,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: [...passkey.transports],
    },
    requireUserVerification: true,
  }).catch(() => undefined);
  const challenge = reader.found();
  if (!verified?.verified || !challenge || isFramedPasskey(answer.response.clientDataJSON))
    throw new AppError('passkey_refused');
  if (!(await markChallengeAnswered(transaction, challenge))) throw new AppError('passkey_refused');
  await updatePasskeyCounter(transaction, passkey.id, verified.authenticationInfo.newCounter);
  return passkey;
}

function withoutUndefined({ userHandle, ...rest }: PasskeyAnswer['response']) {
  return userHandle === undefined ? rest : { ...rest, userHandle };
}
