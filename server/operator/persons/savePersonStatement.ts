import { roles } from '@slipway/contract/entities/roles.ts';
import type { Statement } from '@slipway/contract/statements/statement.ts';
import { CommandError } from '../../action/commandError.ts';
import type { StatementStoreContext } from '../../action/statements/signAndSaveStatement.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import { isUniqueViolation, type Transaction } from '../../platform/database/database.ts';
import { LINK_SIGN_ON, type PersonRegistry } from '../../platform/persons/personRegistry.ts';
import {
  insertPersonStatement,
  loadPersonRegistry,
  lockPersonStatements,
} from '../../platform/persons/personStatementStore.ts';
import { readStatementTime } from '../../platform/persons/readStatementTime.ts';
import type { SignedStatement } from '../../platform/persons/statement.ts';
import { statementLifetimesMs, statementRefusals, verifyStatement } from '../../platform/persons/verifyStatement.ts';

/**
 * Stores a person statement that was signed elsewhere, with an audit line, and returns the people after it. Throws
 * {@link CommandError} if the signature is not valid or not recent, or if the statement does not follow the newest one or
 * changes nothing.
 */
export async function savePersonStatement(
  context: StatementStoreContext,
  signed: SignedStatement,
): Promise<PersonRegistry> {
  return context.database.transaction(async (transaction) =>
    saveNextPersonStatement(transaction, context, { before: await lockAndLoadPersons(transaction, context), signed }),
  );
}

/** Locks and returns the people until the transaction ends. Throws {@link CommandError} if statements were deleted. */
export async function lockAndLoadPersons(
  transaction: Transaction,
  { rootKeys }: Pick<StatementStoreContext, 'rootKeys'>,
): Promise<PersonRegistry> {
  await lockPersonStatements(transaction);
  const persons = await loadPersonRegistry(transaction, rootKeys);
  if (persons.brokenAt === undefined) return persons;
  throw new CommandError(
    `statements about people were removed before ${persons.brokenAt}: see docs/operating/people.md`,
  );
}

/** Like {@link savePersonStatement}, for people that {@link lockAndLoadPersons} has returned. */
export async function saveNextPersonStatement(
  transaction: Transaction,
  context: StatementStoreContext,
  { before, signed }: { readonly before: PersonRegistry; readonly signed: SignedStatement },
): Promise<PersonRegistry> {
  const now = await readStatementTime(context);
  // Any role is accepted here: `buildPersonRegistry`, called below, decides who may sign it.
  const judged = verifyStatement(signed, { persons: before, now, lifetimeMs: statementLifetimesMs.done, by: roles });
  if (judged.kind === 'refused') throw new CommandError(statementRefusals[judged.reason]);
  const { statement, person, hash } = judged;
  const { act, arguments: args, previous, reason } = statement;
  if (previous !== before.head)
    throw new CommandError(`${act}: the people list was changed in the meantime: check it, and sign again`);
  await insertOnce(transaction, signed);
  const after = await loadPersonRegistry(transaction, context.rootKeys);
  const subject = findSubject(before, statement);
  if (after.head !== hash || after.ignored.includes(hash))
    throw new CommandError(`${act}: you may not do this for ${subject}`);
  await appendAuditLine(transaction, {
    who: person.name,
    approvedBy: null,
    why: reason,
    action: act,
    subject: `person ${subject}`,
    before: null,
    after: args,
  });
  return after;
}

async function insertOnce(transaction: Transaction, signed: SignedStatement): Promise<void> {
  try {
    await insertPersonStatement(transaction, signed);
  } catch (error) {
    throw isUniqueViolation(error) ? new CommandError(statementRefusals.replayed) : error;
  }
}

/** Returns the name of the person that a statement is about. */
function findSubject(
  { enrolled, waiting }: PersonRegistry,
  { act, person: signer, arguments: args }: Statement,
): string {
  if (act === LINK_SIGN_ON) return signer;
  const { name, key, statement } = args;
  const person = typeof key === 'string' ? enrolled.get(key) : waiting.find(({ hash }) => hash === statement)?.person;
  return typeof name === 'string' ? name : (person?.name ?? 'nobody');
}
