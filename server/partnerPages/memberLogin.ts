import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';
import type { PartnerPageCallData, PartnerPageCallInput } from '@slipway/contract/partnerPageCalls.ts';
import { makeChallenge } from '../account/passkeys/passkeyChallenge.ts';
import { markChallengeAnswered } from '../account/passkeys/passkeyStore.ts';
import { buildRelyingParty, SIGNATURE_ALGORITHMS } from '../account/passkeys/relyingParty.ts';
import { verifyCreatedPasskey, verifyPasskeySignature } from '../account/passkeys/verifyPasskey.ts';
import { insertMemberPasskey, lockMemberPasskey, recordPasskeyUse } from '../partner/members/memberPasskeyStore.ts';
import {
  acceptInvitation,
  endMemberSession,
  findInvitation,
  findMember,
  insertMemberSession,
  type Member,
} from '../partner/members/memberStore.ts';
import type { Transaction } from '../platform/database/database.ts';
import { AppError } from '../platform/http/appError.ts';
import { randomToken, sha256 } from '../platform/secrets.ts';
import type { MemberCookie, PartnerPageVisitor } from './partnerPageHandlers.ts';
import type { PartnerPagesContext } from './partnerPagesContext.ts';

/** Subjects of challenges: they prevent the use of an answer to a buyer's login challenge here, and the reverse. */
const buildLoginSubject = (browser: string) => `partner login ${browser}`;
const buildJoinSubject = (invitationId: string) => `partner member ${invitationId}`;

const BROWSER_TIMEOUT_MS = 300_000;

/** Returns a challenge that any member may answer, and sets the cookie that binds it to this browser. */
export async function createLoginOptions(
  context: PartnerPagesContext,
  loginCookie: MemberCookie,
): Promise<PartnerPageCallData<'logInOptions'>> {
  const browser = loginCookie.read() ?? randomToken();
  loginCookie.set(browser);
  const times = { nonce: randomToken(), now: await context.database.now() };
  const purpose = { kind: 'answer', subject: buildLoginSubject(browser) } as const;
  const options = await generateAuthenticationOptions({
    rpID: buildRelyingParty(context).id,
    challenge: makeChallenge(context.keys.passkeys, purpose, times),
    userVerification: 'required',
    timeout: BROWSER_TIMEOUT_MS,
  });
  return { ...options };
}

/** Opens a session for the holder of a passkey. Throws `member_passkey_refused`. */
export async function logInMember(
  context: PartnerPagesContext,
  { passkey: answer }: PartnerPageCallInput<'logIn'>,
  { cookie, loginCookie }: PartnerPageVisitor,
): Promise<PartnerPageCallData<'logIn'>> {
  const { database } = context;
  const now = await database.now();
  const browser = loginCookie.read();
  const opened = await database.repeatableTransaction(async (transaction) => {
    const passkey = await lockMemberPasskey(transaction, answer.id);
    const member = passkey && (await findMember(transaction, passkey.memberId));
    if (!passkey || !member || !browser) return undefined;
    const verified = await verifyPasskeySignature(context, passkey, answer, {
      subject: buildLoginSubject(browser),
      now,
    });
    if (!verified || !(await markChallengeAnswered(transaction, verified.challenge))) return undefined;
    await recordPasskeyUse(transaction, passkey.id, verified.counter);
    return { member, token: await startSession(transaction, member.id, cookie.read()) };
  });
  if (!opened) throw new AppError('member_passkey_refused');
  cookie.set(opened.token);
  loginCookie.clear();
  return { member: presentMember(opened.member) };
}

/** Returns the options with which an invited person creates a passkey. Throws `member_invitation_unknown`. */
export async function createJoinOptions(
  context: PartnerPagesContext,
  { code, name, email }: PartnerPageCallInput<'joinOptions'>,
): Promise<PartnerPageCallData<'joinOptions'>> {
  const { database, keys } = context;
  const { id } = await requireInvitation(context, code);
  const { id: rpID, name: rpName } = buildRelyingParty(context);
  const times = { nonce: randomToken(), now: await database.now() };
  const options = await generateRegistrationOptions({
    rpName: `${rpName}, partner pages`,
    rpID,
    userName: email,
    userDisplayName: name,
    // Not the member's id itself, because the authenticator reveals it to anyone who uses it at this site.
    userID: new Uint8Array(sha256(buildJoinSubject(id))),
    challenge: makeChallenge(keys.passkeys, { kind: 'create', subject: buildJoinSubject(id) }, times),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: SIGNATURE_ALGORITHMS,
    timeout: BROWSER_TIMEOUT_MS,
  });
  return { ...options };
}

/**
 * Makes an invited person a member and opens a session. An invitation can be used once. Throws
 * `member_invitation_unknown` or `member_passkey_refused`.
 */
export async function joinMember(
  context: PartnerPagesContext,
  { code, name, email, passkey: created }: PartnerPageCallInput<'join'>,
  { cookie }: PartnerPageVisitor,
): Promise<PartnerPageCallData<'join'>> {
  const { database } = context;
  const { id } = await requireInvitation(context, code);
  const now = await database.now();
  const verified = await verifyCreatedPasskey(context, created, { subject: buildJoinSubject(id), now });
  if (!verified) throw new AppError('member_passkey_refused');
  const { passkey, challenge } = verified;
  const { member, token } = await database.repeatableTransaction(async (transaction) => {
    const accepted = await acceptInvitation(transaction, sha256(code), { name, email });
    if (!accepted) throw new AppError('member_invitation_unknown');
    const isValid =
      (await markChallengeAnswered(transaction, challenge)) &&
      (await insertMemberPasskey(transaction, { ...passkey, memberId: accepted.id }));
    if (!isValid) throw new AppError('member_passkey_refused');
    return {
      member: { ...accepted, name, email },
      token: await startSession(transaction, accepted.id, cookie.read()),
    };
  });
  cookie.set(token);
  return { member: presentMember(member) };
}

async function requireInvitation({ database }: PartnerPagesContext, code: string) {
  const invitation = await findInvitation(database, sha256(code));
  if (!invitation) throw new AppError('member_invitation_unknown');
  return invitation;
}

/** Starts a session and ends the one that the browser had. */
async function startSession(transaction: Transaction, memberId: string, former: string | undefined): Promise<string> {
  if (former) await endMemberSession(transaction, sha256(former));
  const token = randomToken();
  await insertMemberSession(transaction, { memberId, tokenHash: sha256(token) });
  return token;
}

export function presentMember({ id, name, email, role }: Pick<Member, 'id' | 'name' | 'email' | 'role'>) {
  return { id, name, email, role };
}
