import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { CallInput } from '@slipway/contract/calls.ts';
import type { Keys } from '../../platform/secrets.ts';
import { isFramedPasskey } from '../../platform/signature/isFramedPasskey.ts';
import { createChallengeVerifier, type VerifiedChallenge } from './passkeyChallenge.ts';
import { buildRelyingParty, type RelyingPartySettings, SIGNATURE_ALGORITHMS } from './relyingParty.ts';

export type PasskeyVerification = RelyingPartySettings & { readonly keys: Pick<Keys, 'passkeys'> };

export type CreatedPasskey = CallInput<'addPasskey'>['passkey'];
export type PasskeyAnswer = CallInput<'passkeyLogin'>['passkey'];

/** A stored passkey, without its holder. */
export type StoredPasskey = {
  /** The credential's id, base64url. */
  readonly id: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
};

/**
 * Verifies a passkey that a browser has created for a challenge with this subject. Returns undefined if it is not valid. The
 * caller marks the challenge as answered.
 */
export async function verifyCreatedPasskey(
  verification: PasskeyVerification,
  created: CreatedPasskey,
  { subject, now }: { readonly subject: string; readonly now: Date },
): Promise<{ readonly passkey: StoredPasskey; readonly challenge: VerifiedChallenge } | undefined> {
  const { id, origin } = buildRelyingParty(verification);
  const reader = createChallengeVerifier(verification.keys.passkeys, { kind: 'create', subject }, now);
  const verified = await verifyRegistrationResponse({
    response: { ...created, clientExtensionResults: {} },
    expectedChallenge: reader.isExpected,
    expectedOrigin: origin,
    expectedRPID: id,
    supportedAlgorithmIDs: SIGNATURE_ALGORITHMS,
    requireUserVerification: true,
  }).catch(() => undefined);
  const challenge = reader.found();
  if (!verified?.verified || !challenge || isFramedPasskey(created.response.clientDataJSON)) return undefined;
  const { credential } = verified.registrationInfo;
  const { id: credentialId, counter } = credential;
  const publicKey = Buffer.from(credential.publicKey);
  return { passkey: { id: credentialId, publicKey, counter, transports: created.response.transports }, challenge };
}

/**
 * Verifies a passkey's answer to a challenge with this subject. Returns undefined if it is not valid. The caller marks the
 * challenge as answered and stores the counter.
 */
export async function verifyPasskeySignature(
  verification: PasskeyVerification,
  passkey: StoredPasskey,
  answer: PasskeyAnswer,
  { subject, now }: { readonly subject: string; readonly now: Date },
): Promise<{ readonly counter: number; readonly challenge: VerifiedChallenge } | undefined> {
  const { id, origin } = buildRelyingParty(verification);
  const reader = createChallengeVerifier(verification.keys.passkeys, { kind: 'answer', subject }, now);
  const verified = await verifyAuthenticationResponse({
    response: { ...answer, response: omitUndefined(answer.response), clientExtensionResults: {} },
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
  if (!verified?.verified || !challenge || isFramedPasskey(answer.response.clientDataJSON)) return undefined;
  return { counter: verified.authenticationInfo.newCounter, challenge };
}

function omitUndefined({ userHandle, ...rest }: PasskeyAnswer['response']) {
  return userHandle === undefined ? rest : { ...rest, userHandle };
}
