import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { SignedStatement } from '../../platform/persons/statement.ts';
import { type RequestWords, requestsWhere } from '../requestWordStore.ts';
import { SIGNER } from './judgeStop.ts';

/** So many at a time, however many somebody has written there. */
const BATCH = 200;

/**
 * What is called a stop, beside those that were looked at before: hardly ever anything. By an index of stops alone, which a
 * plan for any act could not go by: so the word stands in the text.
 */
export async function stopsBeside(
  database: Queryable,
  known: readonly string[],
): Promise<readonly (SignedStatement & { readonly hash: string })[]> {
  return database.many(sql`
    select hash, text, signature from operator_statements
    where act = 'stop-signing' and hash <> all (${[...known]}) order by hash limit ${BATCH}`);
}

/** What says that these stops are over. */
export async function requestsToStart(database: Queryable, stops: readonly string[]): Promise<readonly RequestWords[]> {
  return requestsWhere(
    database,
    sql`action = 'start-signing' and subject = ${SIGNER} and input ->> 'stop' = any (${[...stops]})`,
  );
}
