import { rightsOfActs } from '../../operator/persons/rightOf.ts';
import { sha256 } from '../../platform/secrets.ts';
import { shownRequest, viewing } from '../acts/shownRequest.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';
import { endConsoleSession } from '../session/consoleSessionStore.ts';
import { readAudit, verifyAudit } from './history.ts';
import { invitePerson, joinPerson, offerJoining, textForJoining } from './joiningCalls.ts';
import { listRequests, openSessions } from './peopleStore.ts';
import { requireOpenSession } from './requireOpenSession.ts';
import { sayOfPersons, shownPeople } from './shownPeople.ts';

/** Who may, and who did. */
export function peopleCalls(
  context: ConsoleContext,
): ConsoleHandlersOf<
  | 'people'
  | 'sayOfPersons'
  | 'invite'
  | 'sessions'
  | 'endConsoleSession'
  | 'audit'
  | 'verifyAudit'
  | 'requests'
  | 'rightsTable'
  | 'joinOptions'
  | 'joinText'
  | 'join'
> {
  const { database } = context;
  return {
    people: () => shownPeople(context),
    sayOfPersons: (input, caller) => sayOfPersons(context, input, caller),
    invite: (input, { person }) => invitePerson(context, input, person),
    sessions: async (_input, { person, cookie }) => {
      const own = sha256(cookie.read() ?? '');
      const list = await openSessions(database, person.roles.includes('admin') ? undefined : person.name);
      return {
        list: list.map(({ tokenHash, startedAt, activeAt, bySignOn, ...shown }) => ({
          ...shown,
          signedInBy: bySignOn ? ('single_sign_on' as const) : ('passkey' as const),
          startedAt: startedAt.toISOString(),
          activeAt: activeAt.toISOString(),
          isThis: tokenHash.equals(own),
        })),
      };
    },
    endConsoleSession: async ({ id }, { person }) => {
      await endConsoleSession(database, await requireOpenSession(database, id, person));
      return {};
    },
    audit: (input) => readAudit(context, input),
    verifyAudit: () => verifyAudit(context),
    requests: async (input, { person }) => {
      const [list, viewed] = await Promise.all([listRequests(database, input), viewing(context, person)]);
      return { list: list.map((request) => shownRequest(request, viewed)) };
    },
    rightsTable: async () => ({
      acts: rightsOfActs.map(({ act, asks, approves }) => ({
        act,
        asks: [...asks],
        approves: approves && [...approves],
      })),
    }),
    joinOptions: (input) => offerJoining(context, input),
    joinText: (input) => textForJoining(context, input),
    join: (input) => joinPerson(context, input),
  };
}
