import type { CallData } from '@slipway/contract/calls.ts';
import { NO_PARTNER } from '../partner/partner.ts';
import { AppError } from '../platform/http/appError.ts';
import type { CookieJar, Handlers, Session } from '../platform/http/handlers.ts';
import { redeemCode } from './login/redeemCode.ts';
import { type PasskeyContext, verifyPasskeyAnswer } from './passkeys/passkeyAnswer.ts';
import { type ListedPasskey, listPasskeys } from './passkeys/passkeyStore.ts';
import type { PasskeyAnswer } from './passkeys/verifyPasskey.ts';
import { type AccessEntry, listLogins } from './sessions/accessLogStore.ts';
import {
  endOtherSessions,
  endSessionByPublicId,
  listLiveSessions,
  markSessionProved,
} from './sessions/sessionStore.ts';

const SHOWN_LOGINS = 20;

type Login = CallData<'sessionList'>['logins'][number];

/** How a login was proved, by the call that opened it; by a code for every other call. */
const PROOFS: Readonly<Record<string, Login['by']>> = { authInfo: 'partner', passkeyLogin: 'passkey' };

export function sessionCalls(
  context: PasskeyContext,
): Pick<Handlers, 'confirmLogin' | 'sessionList' | 'endSession' | 'endOtherSessions'> {
  const { database } = context;
  return {
    async sessionList(_input, { session }) {
      const sessions = await listLiveSessions(database, session.buyerId);
      const logins = await listLogins(database, session, SHOWN_LOGINS);
      const passkeys = await listPasskeys(database, session.buyerId);
      return {
        data: {
          sessions: sessions.map(({ id, createdAt, lastSeenAt, ...shown }) => ({
            ...shown,
            current: id === session.id,
            createdAt: createdAt.toISOString(),
            lastSeenAt: lastSeenAt.toISOString(),
          })),
          logins: logins.map(presentLogin),
          passkeys: passkeys.map((passkey) => ({ passkeyId: passkey.passkeyId, ...presentPasskey(passkey) })),
          passkeysOffered: session.partnerId === NO_PARTNER,
        },
      };
    },

    async confirmLogin({ code, passkey }, { session, cookies }) {
      if (passkey) await confirmWithPasskey(context, passkey, { session, cookies });
      else if (code) await redeemCode(database, { email: session.email, code }, cookies);
      else throw new AppError('malformed', { field: 'code', problem: 'is missing, and so is a passkey' });
      await markSessionProved(database, session.id);
      return { data: {} };
    },

    async endSession({ sessionId }, { session }) {
      await endSessionByPublicId(database, session.buyerId, sessionId);
      return { data: {} };
    },

    async endOtherSessions(_input, { session }) {
      await endOtherSessions(database, session);
      return { data: {} };
    },
  };
}

/** Returns a login without the network and the reason of a failure: the buyer's list shows place, time and outcome. */
export function presentLogin({ kind, call, times, lastAt, browser, system, country }: AccessEntry): Login {
  const outcome = kind === 'logged_in' ? 'logged_in' : 'failed';
  return { outcome, by: PROOFS[call] ?? 'code', times, at: lastAt.toISOString(), browser, system, country };
}

/** Returns a passkey as in the buyer's list and export. */
export function presentPasskey({ browser, system, createdAt, lastUsedAt }: ListedPasskey) {
  const used = lastUsedAt === null ? null : lastUsedAt.toISOString();
  return { browser, system, createdAt: createdAt.toISOString(), lastUsedAt: used };
}

/**
 * Verifies a passkey answer for the session, and updates the passkey's counter. Throws `passkey_refused` for another
 * buyer's passkey.
 */
async function confirmWithPasskey(
  context: PasskeyContext,
  passkey: PasskeyAnswer,
  { session, cookies }: { readonly session: Session; readonly cookies: CookieJar },
): Promise<void> {
  const now = await context.database.now();
  await context.database.repeatableTransaction(async (transaction) => {
    const { buyerId } = await verifyPasskeyAnswer(context, transaction, passkey, { cookies, now });
    if (buyerId !== session.buyerId) throw new AppError('passkey_refused');
  });
}
