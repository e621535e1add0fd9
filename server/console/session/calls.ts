import { readStatementTime } from '../../platform/persons/readStatementTime.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersFor } from '../gateway/consoleHandlers.ts';
import { LOCKS_AFTER_MS } from './authenticateSession.ts';
import { openConsoleSession, prepareLogin, presentPerson } from './consoleLogin.ts';
import { endConsoleSession, markConsoleSessionIdle, touchConsoleSession } from './consoleSessionStore.ts';

/** Handlers for login, locking and logout. */
export function sessionCalls(
  context: ConsoleContext,
): ConsoleHandlersFor<'start' | 'knock' | 'enter' | 'stay' | 'lock' | 'leave' | 'signingFacts'> {
  const { database, operatorName, isTest, persons } = context;
  return {
    start: async (_input, { person, isLocked }) => ({
      operatorName,
      isTest,
      now: (await database.now()).toISOString(),
      person: person && presentPerson(person),
      signOn: context.signOn ? { name: context.signOn.name } : null,
      isLocked,
      samplePersons: await presentSamplePeople(context),
    }),
    knock: (input) => prepareLogin(context, input),
    enter: (input, visitor) => openConsoleSession(context, input, visitor),
    stay: async (_input, { cookie }) => {
      const activeAt = await touchConsoleSession(database, sha256(cookie.read() ?? ''));
      return { locksAt: new Date(activeAt.getTime() + LOCKS_AFTER_MS).toISOString() };
    },
    lock: async (_input, { cookie }) => {
      await markConsoleSessionIdle(database, sha256(cookie.read() ?? ''), LOCKS_AFTER_MS);
      return {};
    },
    leave: async (_input, { cookie }) => {
      const token = cookie.read();
      if (token) await endConsoleSession(database, sha256(token));
      cookie.clear();
      return {};
    },
    signingFacts: async () => {
      const { head } = await persons(database);
      return { previous: head, now: (await readStatementTime(context)).toISOString() };
    },
  };
}

/** Returns the enrolled sample people with their roles. */
async function presentSamplePeople({ database, samplePersons, persons }: ConsoleContext) {
  if (samplePersons.length === 0) return [];
  const enrolled = [...(await persons(database)).enrolled.values()];
  return samplePersons.flatMap(({ name, privateKey }) => {
    const person = enrolled.find((one) => one.name === name);
    return person ? [{ name, roles: [...person.roles], privateKey: privateKey.toString('base64') }] : [];
  });
}
