import { sha256 } from '../../platform/secrets.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleVisitor, SessionCookie } from '../gateway/consoleHandlers.ts';
import { findConsoleSession } from './consoleSessionStore.ts';

/** Nobody has touched the console for so long: it asks again who is there. */
export const LOCKS_AFTER_MS = 15 * 60_000;

/**
 * Who comes with a cookie: a session that lasts, of a person whose key is still good. A person whose key was taken out is out
 * at once, in every browser.
 */
export async function admitPerson(
  { database, persons }: Pick<ConsoleContext, 'database' | 'persons'>,
  cookie: SessionCookie,
): Promise<Pick<ConsoleVisitor, 'person' | 'isLocked'>> {
  const token = cookie.read();
  if (!token) return { person: null, isLocked: false };
  const session = await findConsoleSession(database, sha256(token));
  if (!session) return { person: null, isLocked: false };
  const { enrolled, brokenAt } = await persons(database);
  const person = brokenAt === undefined ? enrolled.get(session.keyId) : undefined;
  if (person?.name !== session.person) return { person: null, isLocked: false };
  const idleMs = (await database.now()).getTime() - session.activeAt.getTime();
  return idleMs > LOCKS_AFTER_MS ? { person: null, isLocked: true } : { person, isLocked: false };
}
