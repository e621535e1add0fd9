import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { CommandError } from '../../operator/commandError.ts';
import { keyHandedIn } from '../../operator/persons/joining.ts';
import { keepOfPersons } from '../../operator/persons/keepOfPersons.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type Credential, keyIdOf } from '../../platform/persons/credential.ts';
import type { Person } from '../../platform/persons/readPersons.ts';
import { inWords, saidBy } from '../acts/askAct.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { signedOf } from '../session/enter.ts';
import { lastEntries, newestInvitations } from './peopleStore.ts';

/** Who operates. What the database says beside the statements is shown where an admin has to compare it, and gives no right. */
export async function shownPeople({ database, persons, rootKeys }: ConsoleContext): Promise<ConsoleCallData<'people'>> {
  const [present, entries, invited] = await Promise.all([
    persons(database),
    lastEntries(database),
    newestInvitations(database),
  ]);
  const roots = new Set(rootKeys.map(({ credential }) => keyIdOf(credential)));
  const shown = ({ name, roles, key, credential }: Person) => ({
    name,
    roles: [...roles],
    keyId: key,
    credential: credential.kind,
  });
  return {
    persons: [...present.enrolled.values()].map((person) => ({
      ...shown(person),
      isRoot: roots.has(person.key),
      lastSeen: entries.get(person.name)?.toISOString() ?? null,
    })),
    waiting: present.waiting.map(({ hash, by, person }) => ({ statement: hash, by, ...shown(person) })),
    invitations: await Promise.all(
      invited.map(async ({ name, roles, invitedBy, createdAt, expiresAt, joinedAt, keyId }) => {
        const credential = keyId === null ? null : await provedKey(database, name, keyId);
        return {
          name,
          roles,
          invitedBy,
          invitedAt: createdAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
          joinedAt: joinedAt?.toISOString() ?? null,
          keyId: credential && keyId,
          credential: credential && { ...credential },
        };
      }),
    ),
    isBroken: present.brokenAt !== undefined,
  };
}

/** An admin's word on who is who. Throws `statement_refused`, or `act_refused` where it changes nothing. */
export async function sayOfPersons(
  context: ConsoleContext,
  { statement }: ConsoleCallInput<'sayOfPersons'>,
  person: ConsolePerson,
): Promise<ConsoleCallData<'sayOfPersons'>> {
  const signed = signedOf(statement);
  saidBy(person, signed);
  const { head } = await inWords(keepOfPersons(context, signed));
  return { head };
}

/** Null for one that whoever handed it in has not proved to have. */
async function provedKey(database: Queryable, name: string, keyId: string): Promise<Credential | null> {
  try {
    return await keyHandedIn(database, name, keyId);
  } catch (error) {
    if (error instanceof CommandError) return null;
    throw error;
  }
}
