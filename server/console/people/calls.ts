import { commandRights } from '../../operator/commandLine/commands.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersFor, ConsolePerson } from '../gateway/consoleHandlers.ts';
import { loadRequestViewContext, presentRequest } from '../requests/presentRequest.ts';
import { endConsoleSession } from '../session/consoleSessionStore.ts';
import { readAudit, verifyAudit } from './auditTrail.ts';
import { createJoinOptions, createJoinText, invitePerson, joinPerson } from './invitations.ts';
import { listOpenSessions, listRequests } from './peopleStore.ts';
import { presentSessions } from './presentSessions.ts';
import { readDuty } from './readDuty.ts';
import { readPeople, submitPersonStatement } from './readPeople.ts';

/**
 * Returns the token hash of a session that this person may end: their own, or any if they are an admin. Throws
 * `not_found`.
 */
async function requireOpenSession(database: Queryable, id: string, { name, roles }: ConsolePerson): Promise<Buffer> {
  const list = await listOpenSessions(database, roles.includes('admin') ? undefined : name);
  const session = list.find((one) => one.id === id);
  if (!session) throw new AppError('not_found', { what: 'session', name: id });
  return session.tokenHash;
}

/** Handlers for people, sessions, requests and the audit trail. */
export function peopleCalls(
  context: ConsoleContext,
): ConsoleHandlersFor<
  | 'people'
  | 'signPersonStatement'
  | 'invite'
  | 'sessions'
  | 'endConsoleSession'
  | 'audit'
  | 'verifyAudit'
  | 'requests'
  | 'rightsTable'
  | 'duty'
  | 'joinOptions'
  | 'joinText'
  | 'join'
> {
  const { database, persons } = context;
  return {
    people: () => readPeople(context),
    signPersonStatement: (input, caller) => submitPersonStatement(context, input, caller),
    invite: (input, { person }) => invitePerson(context, input, person),
    sessions: async (_input, { person, cookie }) => {
      const own = sha256(cookie.read() ?? '');
      const [rows, registry] = await Promise.all([
        listOpenSessions(database, person.roles.includes('admin') ? undefined : person.name),
        persons(database),
      ]);
      return { list: presentSessions(rows, registry, own) };
    },
    endConsoleSession: async ({ id }, { person }) => {
      await endConsoleSession(database, await requireOpenSession(database, id, person));
      return {};
    },
    audit: (input) => readAudit(context, input),
    verifyAudit: () => verifyAudit(context),
    requests: async (input, { person }) => {
      const [list, viewContext] = await Promise.all([
        listRequests(database, input),
        loadRequestViewContext(context, person),
      ]);
      return { list: list.map((request) => presentRequest(request, viewContext)) };
    },
    rightsTable: async () => ({
      acts: commandRights.map(({ act, requesters, approvers }) => ({
        act,
        requesters: [...requesters],
        approvers: approvers && [...approvers],
      })),
    }),
    duty: (_input, { person }) => readDuty(context, person),
    joinOptions: (input) => createJoinOptions(context, input),
    joinText: (input) => createJoinText(context, input),
    join: (input) => joinPerson(context, input),
  };
}
