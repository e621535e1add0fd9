import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { canonicalJson } from '@slipway/contract/statements/canonicalJson.ts';
import type { Statement } from '@slipway/contract/statements/statement.ts';
import { CommandError } from '../../operator/commandError.ts';
import { keyHandedIn } from '../../operator/persons/joining.ts';
import { keepOfPersons } from '../../operator/persons/keepOfPersons.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { type Credential, keyIdOf } from '../../platform/persons/credential.ts';
import { LINK_SIGN_ON, type Person } from '../../platform/persons/readPersons.ts';
import { sha256 } from '../../platform/secrets.ts';
import { inWords, saidBy } from '../acts/askAct.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleCaller } from '../gateway/consoleHandlers.ts';
import { signedOf } from '../session/enter.ts';
import { findProvedAccount } from '../signOn/signOnStore.ts';
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
      signOnIssuer: present.signOnAccounts.get(person.key)?.issuer ?? null,
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

/** Keeps a statement on persons. Throws `statement_refused`, or `act_refused` where it would change nothing. */
export async function sayOfPersons(
  context: ConsoleContext,
  { statement }: ConsoleCallInput<'sayOfPersons'>,
  caller: ConsoleCaller,
): Promise<ConsoleCallData<'sayOfPersons'>> {
  const signed = signedOf(statement);
  const said = saidBy(caller.person, signed);
  if (said.act === LINK_SIGN_ON) await requireProved(context, said, caller);
  const { head } = await inWords(keepOfPersons(context, signed));
  return { head };
}

/** Throws `act_refused` unless the identity provider has just named this account to the person who links it. */
async function requireProved(
  { database }: ConsoleContext,
  { arguments: linked }: Statement,
  { person, signOnCookie }: ConsoleCaller,
): Promise<void> {
  const proved = await findProvedAccount(database, sha256(signOnCookie.read() ?? ''), person.name);
  if (!proved || canonicalJson({ ...proved }) !== canonicalJson(linked))
    throw new AppError('act_refused', { reason: 'Log in at the identity provider first, then link the account.' });
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
