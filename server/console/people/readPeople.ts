import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { canonicalJson } from '@slipway/contract/statements/canonicalJson.ts';
import type { Statement } from '@slipway/contract/statements/statement.ts';
import { CommandError } from '../../action/commandError.ts';
import { findPeopleWithAddress } from '../../notification/duty/personAddressStore.ts';
import { savePersonStatement } from '../../operator/persons/savePersonStatement.ts';
import { requireSubmittedKey } from '../../operator/persons/submitKey.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { type Credential, computeKeyId } from '../../platform/persons/credential.ts';
import { LINK_SIGN_ON, type Person } from '../../platform/persons/personRegistry.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleCaller } from '../gateway/consoleHandlers.ts';
import { convertCommandErrors, requireOwnStatement } from '../requests/submitRequest.ts';
import { decodeSignedStatement } from '../session/consoleLogin.ts';
import { findProvedAccount } from '../signOn/signOnStore.ts';
import { listRecentInvitations, readLastLogins } from './peopleStore.ts';

/**
 * Returns the enrolled people, the statements that await a second admin, and recent invitations. Data outside the signed
 * statements is shown for an admin to compare; it grants no right.
 */
export async function readPeople({ database, persons, rootKeys }: ConsoleContext): Promise<ConsoleCallData<'people'>> {
  const [present, lastLogins, invited, withAddress] = await Promise.all([
    persons(database),
    readLastLogins(database),
    listRecentInvitations(database),
    findPeopleWithAddress(database),
  ]);
  const roots = new Set(rootKeys.map(({ credential }) => computeKeyId(credential)));
  const presentIdentity = ({ name, roles, key, credential }: Person) => ({
    name,
    roles: [...roles],
    keyId: key,
    credential: credential.kind,
  });
  return {
    persons: [...present.enrolled.values()].map((person) => ({
      ...presentIdentity(person),
      signOnIssuer: present.signOnAccounts.get(person.key)?.issuer ?? null,
      isRoot: roots.has(person.key),
      hasAlertMail: withAddress.has(person.name),
      lastSeen: lastLogins.get(person.name)?.toISOString() ?? null,
    })),
    waiting: present.waiting.map(({ hash, by, person }) => ({ statement: hash, by, ...presentIdentity(person) })),
    invitations: await Promise.all(
      invited.map(async ({ name, roles, invitedBy, createdAt, expiresAt, joinedAt, keyId }) => {
        const credential = keyId === null ? null : await findProvedKey(database, name, keyId);
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

/**
 * Stores a signed statement about a person. Throws `statement_refused` for another person's statement, and `act_refused` with
 * the reason if it is invalid, too old, out of sequence or not permitted, or links an account that is not just confirmed.
 */
export async function submitPersonStatement(
  context: ConsoleContext,
  { statement }: ConsoleCallInput<'signPersonStatement'>,
  caller: ConsoleCaller,
): Promise<ConsoleCallData<'signPersonStatement'>> {
  const signed = decodeSignedStatement(statement);
  const ownStatement = requireOwnStatement(caller.person, signed);
  if (ownStatement.act === LINK_SIGN_ON) await requireProvedAccount(context, ownStatement, caller);
  const { head } = await convertCommandErrors(savePersonStatement(context, signed));
  return { head };
}

/** Throws `act_refused` unless the identity provider has just confirmed this account for the person who links it. */
async function requireProvedAccount(
  { database }: ConsoleContext,
  { arguments: linked }: Statement,
  { person, signOnCookie }: ConsoleCaller,
): Promise<void> {
  const proved = await findProvedAccount(database, sha256(signOnCookie.read() ?? ''), person.name);
  if (!proved || canonicalJson({ ...proved }) !== canonicalJson(linked))
    throw new AppError('act_refused', { reason: 'Log in at the identity provider first, then link the account.' });
}

/** Returns the submitted credential; null if the client did not prove possession of the key. */
async function findProvedKey(database: Queryable, name: string, keyId: string): Promise<Credential | null> {
  try {
    return await requireSubmittedKey(database, name, keyId);
  } catch (error) {
    if (error instanceof CommandError) return null;
    throw error;
  }
}
