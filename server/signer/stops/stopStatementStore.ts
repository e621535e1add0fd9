import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { SignedStatement } from '../../platform/persons/statement.ts';
import { findRequestsWhere, type RequestRow } from '../signedRequests/requestRowStore.ts';
import { SIGNER } from './judgeStop.ts';

/** Rows per query. It bounds the memory that an attacker's rows can use. */
const BATCH = 200;

/**
 * Returns a batch of stop statements other than the known ones. The action is a literal in the SQL, since a plan with a
 * parameter could not use the index of stops.
 */
export async function findNewStopStatements(
  database: Queryable,
  known: readonly string[],
): Promise<readonly (SignedStatement & { readonly hash: string })[]> {
  return database.many(sql`
    select hash, text, signature from operator_statements
    where act = 'stop-signing' and hash <> all (${[...known]}) order by hash limit ${BATCH}`);
}

/** Returns the requests to end these stops. */
export async function findStartRequests(database: Queryable, stops: readonly string[]): Promise<readonly RequestRow[]> {
  return findRequestsWhere(
    database,
    sql`action = 'start-signing' and subject = ${SIGNER} and input ->> 'stop' = any (${[...stops]})`,
  );
}
