import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../database/database.ts';
import { type Persons, type RootKey, readPersons } from './readPersons.ts';
import { hashOf, type SignedStatement } from './statement.ts';

/** Who may sign at this moment, by what the database has and the root keys, which it has not. */
export async function loadPersons(database: Queryable, rootKeys: readonly RootKey[]): Promise<Persons> {
  return readPersons(await personStatements(database), rootKeys);
}

/** All that was said of persons, the oldest first: it counts as far as it is signed. */
export async function personStatements(database: Queryable): Promise<SignedStatement[]> {
  return database.many<SignedStatement>(sql`select text, signature from person_statements order by id`);
}

/** Until the transaction's end nobody else says anything of persons: a statement follows one other. */
export async function lockPersons(transaction: Transaction): Promise<void> {
  await transaction.run(sql`select pg_advisory_xact_lock(hashtext('person_statements'))`);
}

export async function insertPersonStatement(transaction: Transaction, signed: SignedStatement): Promise<void> {
  await transaction.run(sql`
    insert into person_statements (hash, text, signature, received_at)
    values (${hashOf(signed)}, ${signed.text}, ${Buffer.from(signed.signature)}, slipway_now())`);
}

/** How many statements about persons there are, and the newest one's number: it changes with every one. */
export async function newestPersonStatement(database: Queryable): Promise<string> {
  const { newest } = await database.one<{ newest: string }>(
    sql`select count(*) || ':' || coalesce(max(id), 0) as newest from person_statements`,
  );
  return newest;
}
