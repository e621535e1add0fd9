import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

export type StoredStatement = { readonly hash: string; readonly text: string };

/** Limit of statements. An attacker could hide a statement among many, so none counts once the limit is reached. */
const MOST = 1_000;

/**
 * Returns the statements that request a change of one of these rows. Other processes can rewrite the rows of requests, but
 * not statements. The query compares text, since it would fail at a statement that is no JSON.
 */
export async function findRowStatements(
  database: Queryable,
  names: readonly string[],
): Promise<readonly StoredStatement[]> {
  const parts = names.map((name) => `"subject":${JSON.stringify(name)}`);
  return dropIfFlooded(
    await database.many<StoredStatement>(sql`
      select hash, text from operator_statements where act in ('set', 'remove')
        and exists (select from unnest(${parts}::text[]) as part where strpos(text, part) > 0) order by id limit ${MOST}`),
  );
}

/** Returns the statements that approve one of these. */
export async function findApprovals(
  database: Queryable,
  hashes: readonly string[],
): Promise<readonly StoredStatement[]> {
  return dropIfFlooded(
    await database.many<StoredStatement>(sql`
      select hash, text from operator_statements where act = 'approve'
        and exists (select from unnest(${[...hashes]}::text[]) as asked where strpos(text, asked) > 0) order by id limit ${MOST}`),
  );
}

/** Returns the number of the newest statement. */
export async function findNewestStatementNumber(database: Queryable): Promise<string> {
  const { newest } = await database.one<{ newest: string }>(
    sql`select coalesce(max(id), 0)::text as newest from operator_statements`,
  );
  return newest;
}

function dropIfFlooded(statements: readonly StoredStatement[]): readonly StoredStatement[] {
  return statements.length < MOST ? statements : [];
}
