import type { Json } from '@slipway/contract/statements/canonicalJson.ts';
import { type Database, isUniqueViolation } from '../../platform/database/database.ts';
import {
  judgeStatement,
  lifetimesMs,
  type StatementRefusal,
  statementRefusals,
} from '../../platform/persons/judgeStatement.ts';
import { insertStatement } from '../../platform/persons/operatorStatementStore.ts';
import { type PersonKey, sayWith } from '../../platform/persons/personKey.ts';
import { loadPersons } from '../../platform/persons/personStatementStore.ts';
import type { Person, Persons, RootKey } from '../../platform/persons/readPersons.ts';
import { type Act, rights } from '../../platform/persons/rights.ts';
import type { SignedStatement } from '../../platform/persons/statement.ts';
import { statementTime } from '../../platform/persons/statementTime.ts';
import { CommandError } from '../commandError.ts';

/** Where what a person has signed is judged and kept. */
export type KeepingContext = {
  readonly database: Database;
  readonly rootKeys: readonly RootKey[];
  readonly isSandbox?: boolean | undefined;
};

/** Who speaks, and what they sign with. */
export type Speaker = KeepingContext & {
  readonly signer: PersonKey;
  readonly who: string;
  readonly why: string;
};

/** Signs what the person says in this act, and keeps it: its hash. Throws {@link CommandError} where they may not say it. */
export async function speak(speaker: Speaker, act: Act, said: Readonly<Record<string, Json>>): Promise<string> {
  const { database, rootKeys, signer, who, why } = speaker;
  const { head } = await loadPersons(database, rootKeys);
  const at = { now: await statementTime(speaker), head };
  return keepStatement(speaker, sayWith(signer, { person: who, act, arguments: said, reason: why }, at), act);
}

/**
 * Keeps what a person has signed, here or elsewhere: its hash. Throws {@link CommandError} unless it says this act, and they
 * may say it. What the act's arguments ask for is the caller's to compare.
 */
export async function keepStatement(context: KeepingContext, signed: SignedStatement, act: Act): Promise<string> {
  const { database, rootKeys } = context;
  const persons = await loadPersons(database, rootKeys);
  const now = await statementTime(context);
  const judged = judgeStatement(signed, { persons, now, lifetimeMs: lifetimesMs.done, by: rights[act].asks });
  if (judged.kind === 'refused') throw refusedAct(act, judged.reason);
  if (judged.statement.act !== act) throw refusedAct(act, 'edited');
  try {
    return await insertStatement(database, signed, judged);
  } catch (error) {
    throw isUniqueViolation(error) ? refusedAct(act, 'replayed') : error;
  }
}

function refusedAct(act: Act, reason: StatementRefusal): CommandError {
  return new CommandError(`${act}: ${statementRefusals[reason]}`);
}

/** The person whose key it is. Throws {@link CommandError} that says what to do where it is nobody's. */
export function requirePerson({ enrolled, former }: Persons, { id }: Pick<PersonKey, 'id'>): Person {
  const person = enrolled.get(id);
  if (person) return person;
  if (former.has(id)) throw new CommandError(`your key ${id} is good no more: an admin invites you again`);
  if (enrolled.size === 0)
    throw new CommandError('nobody may operate yet: OPERATOR_ROOT_KEYS names the first admins; see operate key new');
  throw new CommandError(`your key ${id} is nobody's here: npm run operate -- join CODE, with an admin's invitation`);
}
