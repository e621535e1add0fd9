import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

export type StoredStatement = { readonly hash: string; readonly text: string };

/** More are a flood, by which an attacker could hide some of them: then none counts. */
const MOST = 1_000;

/**
 * Returns the statements that ask for a change of one of these rows. Rows of requests can be rewritten, statements cannot.
 * Its text is compared as text, since one that is no JSON would stop the query.
 */
export async function findRowStatements(
  database: Queryable,
  names: readonly string[],
): Promise<readonly StoredStatement[]> {
  const parts = names.map((name) => `"subject":${JSON.stringify(name)}`);
  return notFlooded(
    await database.many<StoredStatement>(sql`
      select hash, text from operator_statements where act in ('set', 'remove')
        and exists (select from unnest(${parts}::text[]) as part where strpos(text, part) > 0) order by id limit ${MOST}`),
  );
}

/** Returns the statements that agree to one of these. */
export async function findApprovals(
  database: Queryable,
  hashes: readonly string[],
): Promise<readonly StoredStatement[]> {
  return notFlooded(
    await database.many<StoredStatement>(sql`
      select hash, text from operator_statements where act = 'approve'
        and exists (select from unnest(${[...hashes]}::text[]) as asked where strpos(text, asked) > 0) order by id limit ${MOST}`),
  );
}

/** Returns the number of the newest statement. */
export async function findNewestStatement(database: Queryable): Promise<string> {
  const { newest } = await database.one<{ newest: string }>(
    sql`select coalesce(max(id), 0)::text as newest from operator_statements`,
  );
  return newest;
}

function notFlooded(statements: readonly StoredStatement[]): readonly StoredStatement[] {
  return statements.length < MOST ? statements : [];
}
