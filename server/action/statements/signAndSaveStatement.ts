import type { Role } from '@slipway/contract/entities/roles.ts';
import type { Json } from '@slipway/contract/statements/canonicalJson.ts';
import { type Database, isUniqueViolation, type Transaction } from '../../platform/database/database.ts';
import { insertStatement, type VerifiedStatement } from '../../platform/persons/operatorStatementStore.ts';
import { type PersonKey, signStatement } from '../../platform/persons/personKey.ts';
import type { Person, PersonRegistry, RootKey } from '../../platform/persons/personRegistry.ts';
import { loadPersonRegistry } from '../../platform/persons/personStatementStore.ts';
import { readStatementTime } from '../../platform/persons/readStatementTime.ts';
import type { SignedStatement } from '../../platform/persons/statement.ts';
import {
  type StatementRefusal,
  statementLifetimesMs,
  statementRefusals,
  verifyStatement,
} from '../../platform/persons/verifyStatement.ts';
import { CommandError } from '../commandError.ts';

/** The act of a statement, and the roles that may sign it. */
export type StatementAct = { readonly name: string; readonly requesters: readonly Role[] };

/** The dependencies for verifying and storing signed statements. */
export type StatementStoreContext = {
  readonly database: Database;
  readonly rootKeys: readonly RootKey[];
  readonly isSandbox: boolean;
};

/** The person who signs, their key, and where the statement is stored. */
export type StatementSigningContext = StatementStoreContext & {
  readonly signer: PersonKey;
  readonly who: string;
  readonly why: string;
};

/** Signs and stores a statement of this act; returns its hash. Throws {@link CommandError} if the person may not sign it. */
export async function signAndSaveStatement(
  context: StatementSigningContext,
  act: StatementAct,
  args: Readonly<Record<string, Json>>,
): Promise<string> {
  const { database, rootKeys, signer, who, why } = context;
  const { head } = await loadPersonRegistry(database, rootKeys);
  const at = { now: await readStatementTime(context), head };
  return saveStatement(
    context,
    signStatement(signer, { person: who, act: act.name, arguments: args, reason: why }, at),
    act,
  );
}

/**
 * Stores a signed statement; returns its hash. Throws {@link CommandError} unless it has this act and the person may sign it.
 * The caller must compare the arguments.
 */
export async function saveStatement(
  context: StatementStoreContext,
  signed: SignedStatement,
  act: StatementAct,
): Promise<string> {
  const judged = await judgeStatementToSave(context, signed, act);
  try {
    return await insertStatement(context.database, signed, judged);
  } catch (error) {
    throw isUniqueViolation(error) ? buildRefusalError(act, 'replayed') : error;
  }
}

/**
 * Like {@link saveStatement}, for statements that were signed together. Calls `then` with their hashes in the same
 * transaction, so that all of them are stored or none.
 */
export async function saveStatementsTogether<Result>(
  context: StatementStoreContext,
  all: readonly SignedStatement[],
  act: StatementAct,
  then: (transaction: Transaction, hashes: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const judged: (readonly [SignedStatement, VerifiedStatement])[] = [];
  for (const signed of all) judged.push([signed, await judgeStatementToSave(context, signed, act)]);
  try {
    return await context.database.transaction(async (transaction) => {
      const hashes: string[] = [];
      for (const [signed, verified] of judged) hashes.push(await insertStatement(transaction, signed, verified));
      return then(transaction, hashes);
    });
  } catch (error) {
    throw isUniqueViolation(error) ? buildRefusalError(act, 'replayed') : error;
  }
}

async function judgeStatementToSave(
  context: StatementStoreContext,
  signed: SignedStatement,
  act: StatementAct,
): Promise<VerifiedStatement> {
  const persons = await loadPersonRegistry(context.database, context.rootKeys);
  const now = await readStatementTime(context);
  const judged = verifyStatement(signed, { persons, now, lifetimeMs: statementLifetimesMs.done, by: act.requesters });
  if (judged.kind === 'refused') throw buildRefusalError(act, judged.reason);
  if (judged.statement.act !== act.name) throw buildRefusalError(act, 'edited');
  return judged;
}

function buildRefusalError(act: StatementAct, reason: StatementRefusal): CommandError {
  return new CommandError(`${act.name}: ${statementRefusals[reason]}`);
}

/** Returns the person with this key. Throws {@link CommandError} with what to do if there is none. */
export function requirePerson({ enrolled, former }: PersonRegistry, { id }: Pick<PersonKey, 'id'>): Person {
  const person = enrolled.get(id);
  if (person) return person;
  if (former.has(id)) throw new CommandError(`your key ${id} was revoked: an admin has to invite you again`);
  if (enrolled.size === 0)
    throw new CommandError(
      'no one may operate yet: OPERATOR_ROOT_KEYS names the first admins; create a key with npm run operate -- key new',
    );
  throw new CommandError(
    `your key ${id} belongs to no one here: npm run operate -- join CODE, with an admin's invitation`,
  );
}
