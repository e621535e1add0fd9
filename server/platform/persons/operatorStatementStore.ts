import type { Statement } from '@slipway/contract/statements/statement.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../database/database.ts';
import type { Person } from './readPersons.ts';
import type { SignedStatement } from './statement.ts';

/** As judgeStatement has found it. */
export type JudgedStatement = { readonly statement: Statement; readonly person: Person; readonly hash: string };

/** Keeps what a person was judged to have said, for ever: its hash. Throws a unique violation for what was said before. */
export async function insertStatement(
  database: Queryable,
  signed: SignedStatement,
  { statement, person: { credential }, hash }: JudgedStatement,
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
 * Whether anybody has said no to what was asked for by this statement. It counts whoever has signed it, and whatever the row of
 * the request says: statements are never taken out, so that what was taken back is not brought back.
 */
export async function isRejected(database: Queryable, asked: string): Promise<boolean> {
  const { rejected } = await database.one<{ rejected: boolean }>(sql`
    select exists (
      select 1 from operator_statements where act = 'reject' and text::jsonb -> 'arguments' ->> 'statement' = ${asked}
    ) as rejected`);
  return rejected;
}

export async function isSpent(database: Queryable, hashes: readonly string[]): Promise<boolean> {
  const { spent } = await database.one<{ spent: boolean }>(
    sql`select exists (select 1 from spent_statements where hash = any (${hashes})) as spent`,
  );
  return spent;
}
