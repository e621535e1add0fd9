import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Person, SignOnAccount } from '../../platform/persons/personRegistry.ts';
import { readStatementTime } from '../../platform/persons/readStatementTime.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleVisitor } from '../gateway/consoleHandlers.ts';
import { replaceConsoleSession } from '../session/consoleLogin.ts';
import { convertIdentityProviderErrors, requireProvider } from './convertIdentityProviderErrors.ts';
import { markSignOnAnswered, recordProvedAccount } from './signOnStore.ts';

/**
 * Processes the identity provider's answer once: opens a session, or records the account that a logged-in person links.
 * Throws `sign_on_refused`, `sign_on_unlinked` or `sign_on_unavailable`.
 */
export async function finishSignOn(
  context: ConsoleContext,
  { answer }: ConsoleCallInput<'finishSignOn'>,
  visitor: ConsoleVisitor,
): Promise<ConsoleCallData<'finishSignOn'>> {
  const { database } = context;
  const provider = requireProvider(context);
  const secret = visitor.signOnCookie.read() ?? '';
  const secretHash = sha256(secret);
  const signOn = await markSignOnAnswered(database, secretHash);
  if (!signOn) throw buildRefusal('it was not started in this browser, it has expired, or it was already used');
  const { person, returnTo } = signOn;
  const times = { startedAt: signOn.startedAt, now: await readStatementTime(context) };
  const account = await convertIdentityProviderErrors(context, provider.verifyAnswer(answer, { secret, ...times }));
  if (person === null) {
    visitor.signOnCookie.clear();
    await openSession(context, account, visitor);
    return { returnTo, account: null };
  }
  if (visitor.person?.name !== person) throw buildRefusal('it links an account of a person who is no longer logged in');
  // The cookie stays: the statement that links the account is accepted from this browser only.
  await recordProvedAccount(database, secretHash, account);
  return { returnTo, account: { ...account } };
}

async function openSession(context: ConsoleContext, account: SignOnAccount, visitor: ConsoleVisitor): Promise<void> {
  const { database } = context;
  const person = await requireLinkedPerson(context, account);
  const token = await database.transaction(async (transaction) => {
    const renewed = await replaceConsoleSession(transaction, visitor, person, account);
    await appendAuditLine(transaction, {
      who: person.name,
      approvedBy: null,
      why: `single sign-on by ${account.issuer}`,
      action: 'sign-in',
      subject: `person ${person.name}`,
      before: null,
      after: null,
    });
    return renewed;
  });
  visitor.cookie.set(token);
}

/** Returns the enrolled person who has signed that they own the account. Single sign-on enrols no one. */
async function requireLinkedPerson(
  { database, persons, signOn }: ConsoleContext,
  { issuer, subject }: SignOnAccount,
): Promise<Person> {
  const { enrolled, signOnAccounts, brokenAt } = await persons(database);
  if (brokenAt !== undefined) throw buildRefusal('statements about people were removed from the database');
  const [key] = [...signOnAccounts].find(([, one]) => one.issuer === issuer && one.subject === subject) ?? [];
  const person = key === undefined ? undefined : enrolled.get(key);
  if (!person) throw new AppError('sign_on_unlinked', { provider: signOn?.name ?? '' });
  return person;
}

function buildRefusal(reason: string): AppError {
  return new AppError('sign_on_refused', { reason });
}
