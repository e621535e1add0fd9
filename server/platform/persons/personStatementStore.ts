import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../database/database.ts';
import { buildPersonRegistry, type PersonRegistry, type RootKey } from './personRegistry.ts';
import { hashStatement, type SignedStatement } from './statement.ts';

/** Returns who may sign now, from the stored statements and the root keys, which are not in the database. */
export async function loadPersonRegistry(database: Queryable, rootKeys: readonly RootKey[]): Promise<PersonRegistry> {
  return buildPersonRegistry(await listPersonStatements(database), rootKeys);
}

/** Returns all statements about people, oldest first. Their signatures are not verified yet. */
export async function listPersonStatements(database: Queryable): Promise<SignedStatement[]> {
  return database.many<SignedStatement>(sql`select text, signature from person_statements order by id`);
}

/** Locks statements about people until the transaction's end, since each one chains to its predecessor. */
export async function lockPersonStatements(transaction: Transaction): Promise<void> {
  await transaction.run(sql`select pg_advisory_xact_lock(hashtext('person_statements'))`);
}

export async function insertPersonStatement(transaction: Transaction, signed: SignedStatement): Promise<void> {
  await transaction.run(sql`
    insert into person_statements (hash, text, signature, received_at)
    values (${hashStatement(signed)}, ${signed.text}, ${Buffer.from(signed.signature)}, slipway_now())`);
}

/** Returns a text that changes with every statement about people: their count and the newest one's number. */
export async function readPersonStatementsVersion(database: Queryable): Promise<string> {
  const { newest } = await database.one<{ newest: string }>(
    sql`select count(*) || ':' || coalesce(max(id), 0) as newest from person_statements`,
  );
  return newest;
}
