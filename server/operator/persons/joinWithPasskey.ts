import { randomBytes } from 'node:crypto';
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { Role } from '@slipway/contract/entities/roles.ts';
import { formatStatement, GENESIS_HASH } from '@slipway/contract/statements/statement.ts';
import { CommandError } from '../../action/commandError.ts';
import type { Database } from '../../platform/database/database.ts';
import { computeKeyId } from '../../platform/persons/credential.ts';
import { type PasskeyCredential, parseRpId } from '../../platform/persons/passkeySignature.ts';
import { createStatement } from '../../platform/persons/personKey.ts';
import { type SignedStatement } from '../../platform/persons/statement.ts';
import { sha256 } from '../../platform/secrets.ts';
import { isFramedPasskey } from '../../platform/signature/isFramedPasskey.ts';
import { findChallenge, type Invitation, saveChallenge } from './invitationStore.ts';
import { convertCoseToSpki, PASSKEY_ALGORITHMS } from './passkeySpki.ts';
import { buildPossessionStatement, requireInvitation, saveSubmittedKey } from './submitKey.ts';

/** The site at which people sign: the console's origin, and its name for authenticators. */
export type ConsoleSite = { readonly origin: string; readonly name: string };

/** A new passkey from the browser, as `PublicKeyCredential.toJSON` returns it. */
export type CreatedPasskey = {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: { readonly clientDataJSON: string; readonly attestationObject: string };
};

export type JoinedPerson = { readonly name: string; readonly roles: readonly Role[]; readonly key: string };

const CHALLENGE_SECONDS = 5 * 60;
const CHALLENGE_BYTES = 32;

/**
 * Stores a challenge and returns the options with which a browser creates a passkey for an invitation. Throws
 * {@link CommandError} if the invitation is not open.
 */
export async function buildPasskeyJoinOptions(database: Database, code: string, site: ConsoleSite) {
  const { name, codeHash } = await requireInvitation(database, code);
  const challenge = new Uint8Array(randomBytes(CHALLENGE_BYTES));
  await saveChallenge(database, codeHash, { challenge, seconds: CHALLENGE_SECONDS });
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: requireRpId(site),
    userName: name,
    // Different for each invitation: an authenticator keeps one passkey per user id, and the person's former passkey may
    // still be valid.
    userID: new Uint8Array(sha256(codeHash.toString('hex'))),
    challenge,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    timeout: CHALLENGE_SECONDS * 1000,
  });
}

type PasskeySubmission = { readonly code: string; readonly created: CreatedPasskey };

/**
 * Returns the text that the new passkey has to sign to prove possession; the browser signs the challenge that is computed from
 * the text. Throws the {@link CommandError} of {@link joinWithPasskey}.
 */
export async function buildPasskeyJoinText(
  database: Database,
  submission: PasskeySubmission,
  site: ConsoleSite,
): Promise<string> {
  const { invitation, credential } = await verifyCreatedPasskey(database, submission, site);
  const at = { now: await database.now(), head: GENESIS_HASH };
  return formatStatement(createStatement(computeKeyId(credential), buildPossessionStatement(invitation), at));
}

/**
 * Submits a passkey for an invitation, once, with the proof of possession. The passkey has no right before it is enrolled.
 * Throws {@link CommandError} if the invitation is not open, the passkey was not created for it, or possession is not proved.
 */
export async function joinWithPasskey(
  database: Database,
  { proof, ...submission }: PasskeySubmission & { readonly proof: SignedStatement },
  site: ConsoleSite,
): Promise<JoinedPerson> {
  const { invitation, credential } = await verifyCreatedPasskey(database, submission, site);
  await saveSubmittedKey(database, { ...invitation, credential, proof });
  return { name: invitation.name, roles: invitation.roles, key: computeKeyId(credential) };
}

/**
 * Verifies that the passkey was created for this invitation, at this site, with user verification (WebAuthn Level 3, 7.1).
 * Returns the invitation and the passkey's credential. Throws {@link CommandError}.
 */
async function verifyCreatedPasskey(
  database: Database,
  { code, created }: PasskeySubmission,
  site: ConsoleSite,
): Promise<{ readonly invitation: Invitation; readonly credential: PasskeyCredential }> {
  const invitation = await requireInvitation(database, code);
  const challenge = await findChallenge(database, invitation.codeHash);
  if (!challenge) throw new CommandError('no passkey was requested, or five minutes have passed: start again');
  const verified = await verifyRegistrationResponse({
    response: { ...created, clientExtensionResults: {} },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: site.origin,
    expectedRPID: requireRpId(site),
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    requireUserVerification: true,
  }).catch(() => undefined);
  const passkey = verified?.verified === true ? verified.registrationInfo.credential : undefined;
  const publicKey = passkey && convertCoseToSpki(passkey.publicKey);
  if (!passkey || publicKey === undefined || isFramedPasskey(created.response.clientDataJSON))
    throw new CommandError('this passkey was not just created here with user verification: start again');
  return {
    invitation,
    credential: { kind: 'passkey', form: 'spki', publicKey, origin: site.origin, credentialId: passkey.id },
  };
}

/** Returns the RP id. Throws if the console's configured origin has none. */
function requireRpId({ origin }: ConsoleSite): string {
  const rpId = parseRpId(origin);
  if (rpId === undefined) throw new Error(`browsers allow no passkeys at ${origin}: use https://HOST`);
  return rpId;
}
