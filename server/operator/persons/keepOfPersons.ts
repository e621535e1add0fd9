import { roles } from '@slipway/contract/entities/roles.ts';
import type { Statement } from '@slipway/contract/statements/statement.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import { isUniqueViolation, type Transaction } from '../../platform/database/database.ts';
import { judgeStatement, lifetimesMs, statementRefusals } from '../../platform/persons/judgeStatement.ts';
import { insertPersonStatement, loadPersons, lockPersons } from '../../platform/persons/personStatementStore.ts';
import { LINK_SIGN_ON, type Persons } from '../../platform/persons/readPersons.ts';
import type { SignedStatement } from '../../platform/persons/statement.ts';
import { statementTime } from '../../platform/persons/statementTime.ts';
import { CommandError } from '../commandError.ts';
import type { KeepingContext } from './speak.ts';

/**
 * Keeps a statement about persons that somebody has signed elsewhere: the persons as they are from then on. Throws
 * {@link CommandError} for one that nobody signed lately, does not follow what was said last, or would change nothing.
 */
export async function keepOfPersons(context: KeepingContext, signed: SignedStatement): Promise<Persons> {
  return context.database.transaction(async (transaction) =>
    keepNext(transaction, context, { before: await lockedPersons(transaction, context), signed }),
  );
}

/** The persons as nobody else changes them until the transaction's end. Throws {@link CommandError} where some were taken out. */
export async function lockedPersons(
  transaction: Transaction,
  { rootKeys }: Pick<KeepingContext, 'rootKeys'>,
): Promise<Persons> {
  await lockPersons(transaction);
  const persons = await loadPersons(transaction, rootKeys);
  if (persons.brokenAt === undefined) return persons;
  throw new CommandError(`statements about persons were taken out before ${persons.brokenAt}: see docs/operating.md`);
}

/** As {@link keepOfPersons}, of {@link lockedPersons}. */
export async function keepNext(
  transaction: Transaction,
  context: KeepingContext,
  { before, signed }: { readonly before: Persons; readonly signed: SignedStatement },
): Promise<Persons> {
  const now = await statementTime(context);
  // Who may say what of persons is readPersons' to know: it is asked below.
  const judged = judgeStatement(signed, { persons: before, now, lifetimeMs: lifetimesMs.done, by: roles });
  if (judged.kind === 'refused') throw new CommandError(statementRefusals[judged.reason]);
  const { statement, person, hash } = judged;
  const { act, arguments: said, previous, reason } = statement;
  if (previous !== before.head)
    throw new CommandError(`${act}: something else was said of persons meanwhile: look at them, and sign it again`);
  await insertOnce(transaction, signed);
  const after = await loadPersons(transaction, context.rootKeys);
  const subject = subjectOf(before, statement);
  if (after.head !== hash || after.ignored.includes(hash))
    throw new CommandError(`${act}: you may not say that of ${subject}`);
  await appendAudit(transaction, {
    who: person.name,
    approvedBy: null,
    why: reason,
    action: act,
    subject: `person ${subject}`,
    before: null,
    after: said,
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

/** The name of whom a statement is about. */
function subjectOf({ enrolled, waiting }: Persons, { act, person: signer, arguments: said }: Statement): string {
  if (act === LINK_SIGN_ON) return signer;
  const { name, key, statement } = said;
  const person = typeof key === 'string' ? enrolled.get(key) : waiting.find(({ hash }) => hash === statement)?.person;
  return typeof name === 'string' ? name : (person?.name ?? 'nobody');
}
