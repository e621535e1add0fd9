import { createHmac } from 'node:crypto';
import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { roles } from '@slipway/contract/entities/roles.ts';
import { deviceWords } from '../../account/deviceWords.ts';
import { isUniqueViolation } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { type Judged, judgeStatement, statementRefusals } from '../../platform/persons/judgeStatement.ts';
import { insertStatement } from '../../platform/persons/operatorStatementStore.ts';
import type { SignedStatement } from '../../platform/persons/statement.ts';
import { statementTime } from '../../platform/persons/statementTime.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson, ConsoleVisitor } from '../gateway/consoleHandlers.ts';
import { endConsoleSession, insertConsoleSession } from './consoleSessionStore.ts';

/** The word of somebody who enters. It says of which console, so that it opens no other. */
const ENTER = 'enter';

/** From its signing to its being shown: a person needs a moment, no day. */
const ENTRY_MS = 5 * 60_000;

/** What somebody of this name signs to enter. Nobody learns by it who operates: of a name that nobody has it looks alike. */
export async function knock(
  context: ConsoleContext,
  { name }: ConsoleCallInput<'knock'>,
): Promise<ConsoleCallData<'knock'>> {
  const { enrolled, head } = await context.persons(context.database);
  const person = [...enrolled.values()].find((one) => one.name === name);
  const shown = person ? { keyId: person.key, credential: shownCredential(person) } : unknownPerson(context, name);
  return { ...shown, previous: head, now: (await statementTime(context)).toISOString() };
}

/** Opens a session for whoever has signed that they enter here. Throws `entry_refused`. */
export async function enter(
  context: ConsoleContext,
  { statement }: ConsoleCallInput<'enter'>,
  { cookie, userAgent }: ConsoleVisitor,
): Promise<ConsoleCallData<'enter'>> {
  const { database, persons } = context;
  const signed = signedOf(statement);
  const judged = judgeStatement(signed, {
    persons: await persons(database),
    now: await statementTime(context),
    lifetimeMs: ENTRY_MS,
    by: roles,
  });
  const { statement: said, person } = requireJudged(judged);
  if (said.act !== ENTER || said.arguments['console'] !== context.origin)
    throw new AppError('entry_refused', { reason: statementRefusals.edited });
  const token = randomToken();
  await database.transaction(async (transaction) => {
    await insertStatement(transaction, signed, requireJudged(judged)).catch((error: unknown) => {
      throw isUniqueViolation(error) ? new AppError('entry_refused', { reason: statementRefusals.replayed }) : error;
    });
    // Whoever unlocks goes on in a new session: what the browser held before opens nothing.
    const former = cookie.read();
    if (former) await endConsoleSession(transaction, sha256(former));
    await insertConsoleSession(transaction, {
      ...deviceWords(userAgent),
      tokenHash: sha256(token),
      person: person.name,
      keyId: person.key,
    });
  });
  cookie.set(token);
  return { person: shownPerson(person) };
}

/** A statement as the wire has it. */
export function signedOf({ text, signature }: ConsoleCallInput<'enter'>['statement']): SignedStatement {
  return { text, signature: Buffer.from(signature, 'base64') };
}

export function shownPerson(person: ConsolePerson): ConsoleCallData<'enter'>['person'] {
  const { name, roles: held, key } = person;
  return { name, roles: [...held], keyId: key, credential: shownCredential(person) };
}

function shownCredential({ credential }: Pick<ConsolePerson, 'credential'>): ConsoleCallData<'knock'>['credential'] {
  if (credential.kind === 'ed25519') return { kind: 'ed25519' };
  const { credentialId, origin } = credential;
  return { kind: 'passkey', credentialId, relyingParty: new URL(origin).hostname };
}

/** The same each time, as a person's would be. */
function unknownPerson({ keys, origin }: ConsoleContext, name: string) {
  const made = (what: string) => createHmac('sha256', keys.passkeys[0]).update(`${what} ${name}`).digest('base64url');
  const credential = {
    kind: 'passkey',
    credentialId: made('credential'),
    relyingParty: new URL(origin).hostname,
  } as const;
  return { keyId: made('key'), credential };
}

function requireJudged(judged: Judged): Extract<Judged, { kind: 'ok' }> {
  if (judged.kind === 'refused') throw new AppError('entry_refused', { reason: statementRefusals[judged.reason] });
  return judged;
}
