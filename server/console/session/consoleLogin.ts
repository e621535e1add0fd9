import { createHmac } from 'node:crypto';
import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { roles } from '@slipway/contract/entities/roles.ts';
import { parseUserAgent } from '../../account/sessions/parseUserAgent.ts';
import { isUniqueViolation, type Transaction } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { insertStatement } from '../../platform/persons/operatorStatementStore.ts';
import type { Person, SignOnAccount } from '../../platform/persons/personRegistry.ts';
import { readStatementTime } from '../../platform/persons/readStatementTime.ts';
import type { SignedStatement } from '../../platform/persons/statement.ts';
import {
  type StatementVerification,
  statementRefusals,
  verifyStatement,
} from '../../platform/persons/verifyStatement.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson, ConsoleVisitor } from '../gateway/consoleHandlers.ts';
import { endConsoleSession, insertConsoleSession } from './consoleSessionStore.ts';

/** Act of the login statement. It includes the console's origin, so that it is not valid for another console. */
const LOGIN_ACT = 'enter';

/** Longest time from signing to submitting. */
const MAX_LOGIN_AGE_MS = 5 * 60_000;

/**
 * Returns what a person of this name signs to log in. Unknown names get a similar answer, so that enrolled names cannot
 * be discovered.
 */
export async function prepareLogin(
  context: ConsoleContext,
  { name }: ConsoleCallInput<'knock'>,
): Promise<ConsoleCallData<'knock'>> {
  const { enrolled, head } = await context.persons(context.database);
  const person = [...enrolled.values()].find((one) => one.name === name);
  const shown = person
    ? { keyId: person.key, credential: presentCredential(person) }
    : buildFakeCredential(context, name);
  return { ...shown, previous: head, now: (await readStatementTime(context)).toISOString() };
}

/**
 * Stores a login statement and opens a session for its signer, which replaces the previous one of this browser. Throws
 * `entry_refused`.
 */
export async function openConsoleSession(
  context: ConsoleContext,
  { statement }: ConsoleCallInput<'enter'>,
  visitor: ConsoleVisitor,
): Promise<ConsoleCallData<'enter'>> {
  const { database, persons } = context;
  const signed = decodeSignedStatement(statement);
  const verification = verifyStatement(signed, {
    persons: await persons(database),
    now: await readStatementTime(context),
    lifetimeMs: MAX_LOGIN_AGE_MS,
    by: roles,
  });
  const { statement: loginStatement, person } = requireVerified(verification);
  if (loginStatement.act !== LOGIN_ACT || loginStatement.arguments['console'] !== context.origin)
    throw new AppError('entry_refused', { reason: statementRefusals.edited });
  const token = await database.transaction(async (transaction) => {
    await insertStatement(transaction, signed, requireVerified(verification)).catch((error: unknown) => {
      throw isUniqueViolation(error) ? new AppError('entry_refused', { reason: statementRefusals.replayed }) : error;
    });
    return replaceConsoleSession(transaction, visitor, person);
  });
  visitor.cookie.set(token);
  return { person: presentPerson(person) };
}

/** Starts a session, ends the previous one of this browser, and returns the token for the cookie. */
export async function replaceConsoleSession(
  transaction: Transaction,
  { cookie, userAgent }: ConsoleVisitor,
  { name, key }: Person,
  signOn?: SignOnAccount,
): Promise<string> {
  const former = cookie.read();
  if (former) await endConsoleSession(transaction, sha256(former));
  const token = randomToken();
  await insertConsoleSession(transaction, {
    ...parseUserAgent(userAgent),
    tokenHash: sha256(token),
    person: name,
    keyId: key,
    ...(signOn && { signOn }),
  });
  return token;
}

/** Parses a statement from the wire format. */
export function decodeSignedStatement({ text, signature }: ConsoleCallInput<'enter'>['statement']): SignedStatement {
  return { text, signature: Buffer.from(signature, 'base64') };
}

export function presentPerson(person: ConsolePerson): ConsoleCallData<'enter'>['person'] {
  const { name, roles: held, key } = person;
  return { name, roles: [...held], keyId: key, credential: presentCredential(person) };
}

function presentCredential({ credential }: Pick<ConsolePerson, 'credential'>): ConsoleCallData<'knock'>['credential'] {
  if (credential.kind === 'ed25519') return { kind: 'ed25519' };
  const { credentialId, origin } = credential;
  return { kind: 'passkey', credentialId, relyingParty: new URL(origin).hostname };
}

/** Returns a fake credential: like a real one, it is the same each time for a name. */
function buildFakeCredential({ keys, origin }: ConsoleContext, name: string) {
  const deriveFakeId = (what: string) =>
    createHmac('sha256', keys.passkeys[0]).update(`${what} ${name}`).digest('base64url');
  const credential = {
    kind: 'passkey',
    credentialId: deriveFakeId('credential'),
    relyingParty: new URL(origin).hostname,
  } as const;
  return { keyId: deriveFakeId('key'), credential };
}

function requireVerified(verification: StatementVerification): Extract<StatementVerification, { kind: 'ok' }> {
  if (verification.kind === 'refused')
    throw new AppError('entry_refused', { reason: statementRefusals[verification.reason] });
  return verification;
}
