import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { Requested } from '../platform/persons/requested.ts';

/** What a row says that persons have asked for; it counts only as far as they have signed just that. */
export type RequestWords = Requested & {
  /** Hashes of the statements by which it was asked for and agreed to. */
  readonly askedWith: string | null;
  readonly approvedWith: string | null;
};

/** More are nobody's work: the newest ones count. */
const MOST = 20;

/** What was asked about an order, a booking or a refund. */
export async function requestsAbout(
  database: Queryable,
  action: string,
  subject: string,
): Promise<readonly RequestWords[]> {
  return requestsWhere(database, sql`action = ${action} and subject = ${subject}`);
}

/** What says that money shall go to an account. */
export async function requestsNaming(database: Queryable, account: string): Promise<readonly RequestWords[]> {
  return requestsWhere(
    database,
    sql`action in ('return', 'redirect', 'pay-to', 'refund-by-bank') and input ->> 'account' = ${account}`,
  );
}

/** What says that coins may be withdrawn to an address, in whatever capitals. */
export async function requestsAllowing(
  database: Queryable,
  network: string,
  address: string,
): Promise<readonly RequestWords[]> {
  return requestsWhere(
    database,
    sql`action = 'allow-address' and input ->> 'network' = ${network} and lower(input ->> 'address') = lower(${address})`,
  );
}

export async function requestById(database: Queryable, id: number): Promise<RequestWords | undefined> {
  const [request] = await requestsWhere(database, sql`id = ${id}`);
  return request;
}

/** Of those that a second person has agreed to, where they take one, or that were done. */
export async function requestsWhere(database: Queryable, condition: Sql): Promise<readonly RequestWords[]> {
  return database.many<RequestWords>(sql`
    select action, subject, input, asked_with as "askedWith", approved_with as "approvedWith"
    from operator_requests where status in ('approved', 'done') and ${condition} order by id desc limit ${MOST}`);
}
