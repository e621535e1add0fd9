import type { Queryable } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { openSessions } from './peopleStore.ts';

/** The session of this id, where it is this person's own or they are an admin. Throws `not_found`. */
export async function requireOpenSession(
  database: Queryable,
  id: string,
  { name, roles }: ConsolePerson,
): Promise<Buffer> {
  const list = await openSessions(database, roles.includes('admin') ? undefined : name);
  const session = list.find((one) => one.id === id);
  if (!session) throw new AppError('not_found', { what: 'session', name: id });
  return session.tokenHash;
}
