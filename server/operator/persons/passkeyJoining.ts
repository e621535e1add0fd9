import { randomBytes } from 'node:crypto';
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { Role } from '@slipway/contract/entities/roles.ts';
import { NOTHING_BEFORE, textOf } from '@slipway/contract/statements/statement.ts';
import type { Database } from '../../platform/database/database.ts';
import { keyIdOf } from '../../platform/persons/credential.ts';
import { type PasskeyCredential, rpIdOf } from '../../platform/persons/passkeySignature.ts';
import { newStatement } from '../../platform/persons/personKey.ts';
import { type SignedStatement } from '../../platform/persons/statement.ts';
import { sha256 } from '../../platform/secrets.ts';
import { isFramedPasskey } from '../../platform/signature/isFramedPasskey.ts';
import { CommandError } from '../commandError.ts';
import { findChallenge, type Invitation, keepChallenge } from './invitationStore.ts';
import { handIn, joiningOf, requireInvitation } from './joining.ts';
import { PASSKEY_ALGORITHMS, spkiOfCose } from './passkeySpki.ts';

/** Where persons sign: the console's origin, and what an authenticator calls it. */
export type ConsoleSite = { readonly origin: string; readonly name: string };

/** What a browser has made, as `PublicKeyCredential.toJSON` gives it. */
export type CreatedPasskey = {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: { readonly clientDataJSON: string; readonly attestationObject: string };
};

export type JoinedPerson = { readonly name: string; readonly roles: readonly Role[]; readonly key: string };

const CHALLENGE_SECONDS = 5 * 60;
const CHALLENGE_BYTES = 32;

/** What a browser makes a passkey with under an invitation. Throws {@link CommandError} where there is none. */
export async function passkeyJoinOptions(database: Database, code: string, site: ConsoleSite) {
  const { name, codeHash } = await requireInvitation(database, code);
  const challenge = new Uint8Array(randomBytes(CHALLENGE_BYTES));
  await keepChallenge(database, codeHash, { challenge, seconds: CHALLENGE_SECONDS });
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: requireRpId(site),
    userName: name,
    // Another one for each invitation: an authenticator keeps one passkey of an account, and the former may be good still.
    userID: new Uint8Array(sha256(codeHash.toString('hex'))),
    challenge,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    timeout: CHALLENGE_SECONDS * 1000,
  });
}

type Made = { readonly code: string; readonly created: CreatedPasskey };

/**
 * The text that the new passkey has to sign, by challengeOf: that whoever was invited has it. Throws {@link CommandError} as
 * {@link joinWithPasskey} does.
 */
export async function passkeyJoinText(database: Database, made: Made, site: ConsoleSite): Promise<string> {
  const { invitation, credential } = await readCreated(database, made, site);
  const at = { now: await database.now(), head: NOTHING_BEFORE };
  return textOf(newStatement(keyIdOf(credential), joiningOf(invitation), at));
}

/**
 * Hands in a passkey under an invitation, once, with its own proof. It gives no right before an admin enrols it. Throws
 * {@link CommandError} for an invitation that is open no more, a passkey that was not made for it, or one that is not proved.
 */
export async function joinWithPasskey(
  database: Database,
  { proof, ...made }: Made & { readonly proof: SignedStatement },
  site: ConsoleSite,
): Promise<JoinedPerson> {
  const { invitation, credential } = await readCreated(database, made, site);
  await handIn(database, { ...invitation, credential, proof });
  return { name: invitation.name, roles: invitation.roles, key: keyIdOf(credential) };
}

/** What was made for this invitation, at this site, by somebody whom the authenticator has verified (WebAuthn Level 3, section 7.1). */
async function readCreated(
  database: Database,
  { code, created }: Made,
  site: ConsoleSite,
): Promise<{ readonly invitation: Invitation; readonly credential: PasskeyCredential }> {
  const invitation = await requireInvitation(database, code);
  const challenge = await findChallenge(database, invitation.codeHash);
  if (!challenge) throw new CommandError('five minutes are over: begin again');
  const verified = await verifyRegistrationResponse({
    response: { ...created, clientExtensionResults: {} },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: site.origin,
    expectedRPID: requireRpId(site),
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    requireUserVerification: true,
  }).catch(() => undefined);
  const made = verified?.verified === true ? verified.registrationInfo.credential : undefined;
  const publicKey = made && spkiOfCose(made.publicKey);
  if (!made || publicKey === undefined || isFramedPasskey(created.response.clientDataJSON))
    throw new CommandError(
      'this passkey was not made here, just now, by somebody whom the device has verified: begin again',
    );
  return {
    invitation,
    credential: { kind: 'passkey', form: 'spki', publicKey, origin: site.origin, credentialId: made.id },
  };
}

/** Whoever configures the console sees to it. */
function requireRpId({ origin }: ConsoleSite): string {
  const rpId = rpIdOf(origin);
  if (rpId === undefined) throw new Error(`browsers let no passkey sign at ${origin}: it takes https://HOST`);
  return rpId;
}
