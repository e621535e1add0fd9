import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { RequestedAction } from '../../platform/persons/requestedAction.ts';

/** A row of a request. It counts only if people have signed exactly its content. */
export type RequestRow = RequestedAction & {
  /** Hashes of the statements that requested it and approved it. */
  readonly requestStatement: string | null;
  readonly approvedWith: string | null;
};

/** How many of the newest rows are read: more than people make about one subject. */
const MOST = 20;

/** Returns the requests of an action about an order, a booking or a refund. */
export async function findRequestsAbout(
  database: Queryable,
  action: string,
  subject: string,
): Promise<readonly RequestRow[]> {
  return findRequestsWhere(database, sql`action = ${action} and subject = ${subject}`);
}

/** Returns the requests to pay money to an account. */
export async function findRequestsToPayAccount(database: Queryable, account: string): Promise<readonly RequestRow[]> {
  return findRequestsWhere(
    database,
    sql`action in ('return', 'redirect', 'pay-to', 'refund-by-bank') and input ->> 'account' = ${account}`,
  );
}

/** Returns the requests that allow withdrawals to an address, ignoring case. */
export async function findRequestsToAllowAddress(
  database: Queryable,
  network: string,
  address: string,
): Promise<readonly RequestRow[]> {
  return findRequestsWhere(
    database,
    sql`action = 'allow-address' and input ->> 'network' = ${network} and lower(input ->> 'address') = lower(${address})`,
  );
}

export async function findRequestById(database: Queryable, id: number): Promise<RequestRow | undefined> {
  const [request] = await findRequestsWhere(database, sql`id = ${id}`);
  return request;
}

/** Returns the newest matching requests that are approved, with a second person where required, or done. */
export async function findRequestsWhere(database: Queryable, condition: Sql): Promise<readonly RequestRow[]> {
  return database.many<RequestRow>(sql`
    select action, subject, input, requested_with as request_statement, approved_with
    from operator_requests where status in ('approved', 'done') and ${condition} order by id desc limit ${MOST}`);
}
