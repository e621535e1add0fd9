import type { Statement } from '@slipway/contract/statements/statement.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../database/database.ts';
import type { Person } from './personRegistry.ts';
import type { SignedStatement } from './statement.ts';

/** An accepted statement, as `verifyStatement` returns it. */
export type VerifiedStatement = { readonly statement: Statement; readonly person: Person; readonly hash: string };

/** Stores an accepted statement permanently and returns its hash. Throws a unique violation if it was already stored. */
export async function insertStatement(
  database: Queryable,
  signed: SignedStatement,
  { statement, person: { credential }, hash }: VerifiedStatement,
): Promise<string> {
  const { nonce, person, act } = statement;
  await database.run(sql`
    insert into operator_statements (hash, nonce, person, act, text, signature, credential_kind, received_at)
    values (${hash}, ${nonce}, ${person}, ${act}, ${signed.text}, ${Buffer.from(signed.signature)},
      ${credential.kind}, slipway_now())`);
  return hash;
}

export async function findStatement(database: Queryable, hash: string | null): Promise<SignedStatement | undefined> {
  if (hash === null) return undefined;
  return database.maybeOne<SignedStatement>(sql`select text, signature from operator_statements where hash = ${hash}`);
}

/**
 * Returns true if a stored statement rejects this request, regardless of its signer and of the request's row: statements are
 * never deleted, so a cancelled request cannot be revived.
 */
export async function isRequestRejected(database: Queryable, statementHash: string): Promise<boolean> {
  const { rejected } = await database.one<{ rejected: boolean }>(sql`
    select exists (
      select 1 from operator_statements where act = 'reject' and text::jsonb -> 'arguments' ->> 'statement' = ${statementHash}
    ) as rejected`);
  return rejected;
}

export async function hasSpentStatement(database: Queryable, hashes: readonly string[]): Promise<boolean> {
  const { spent } = await database.one<{ spent: boolean }>(
    sql`select exists (select 1 from spent_statements where hash = any (${hashes})) as spent`,
  );
  return spent;
}

/** Returns the texts of statements in no particular order; those not stored are missing. */
export async function findStatementTexts(database: Queryable, hashes: readonly string[]): Promise<readonly string[]> {
  const rows = await database.many<{ text: string }>(
    sql`select text from operator_statements where hash = any (${hashes})`,
  );
  return rows.map(({ text }) => text);
}
