import type { SignOnAccount } from '../../platform/persons/personRegistry.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleVisitor, SessionCookie } from '../gateway/consoleHandlers.ts';
import { findConsoleSession } from './consoleSessionStore.ts';

/** Idle time after which a session locks. */
export const LOCKS_AFTER_MS = 15 * 60_000;

/**
 * Returns the person of a session that has not ended, if their key is still valid; null and `isLocked` if the session has
 * been idle for too long. A person whose key is revoked is logged out at once, in every browser; so is a person who logged in
 * with an account that is no longer linked, or at an identity provider that is no longer configured.
 */
export async function authenticateSession(
  { database, persons, signOn }: Pick<ConsoleContext, 'database' | 'persons' | 'signOn'>,
  cookie: SessionCookie,
): Promise<Pick<ConsoleVisitor, 'person' | 'isLocked'>> {
  const token = cookie.read();
  if (!token) return { person: null, isLocked: false };
  const session = await findConsoleSession(database, sha256(token));
  if (!session) return { person: null, isLocked: false };
  const { enrolled, signOnAccounts, brokenAt } = await persons(database);
  const isLinked =
    session.signOn === null || isSameAccount(signOnAccounts.get(session.keyId), session.signOn, signOn?.issuer);
  if (!isLinked) return { person: null, isLocked: false };
  const person = brokenAt === undefined ? enrolled.get(session.keyId) : undefined;
  if (person?.name !== session.person) return { person: null, isLocked: false };
  const idleMs = (await database.now()).getTime() - session.activeAt.getTime();
  return idleMs > LOCKS_AFTER_MS ? { person: null, isLocked: true } : { person, isLocked: false };
}

function isSameAccount(linked: SignOnAccount | undefined, used: SignOnAccount, issuer: string | undefined): boolean {
  return used.issuer === issuer && linked?.issuer === used.issuer && linked.subject === used.subject;
}
