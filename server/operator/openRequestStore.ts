import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { NOT_DUE, type OperatorRequest, REQUEST_COLUMNS } from './requestStore.ts';

/** Takes back what was asked for, or agreed to and not done yet. False when it is over. */
export async function takeBackRequest(
  database: Queryable,
  { id, status }: Pick<OperatorRequest, 'id' | 'status'>,
  result: string,
): Promise<boolean> {
  const changed = await database.run(sql`
    update operator_requests set status = 'rejected', result = ${result}, settled_at = slipway_now()
    where id = ${id} and status = ${status} and status in ('waiting', 'approved')`);
  return changed > 0;
}

/** Asked for before, and answered by nobody. */
export async function requestsWaitingSince(
  database: Queryable,
  before: Date,
  limit: number,
): Promise<OperatorRequest[]> {
  return database.many<OperatorRequest>(sql`
    select ${REQUEST_COLUMNS} from operator_requests
    where status = 'waiting' and created_at <= ${before} order by id limit ${limit}`);
}

/** What is agreed to and waits for its time, the nearest first. */
export async function timedRequests(database: Queryable, limit: number): Promise<OperatorRequest[]> {
  return database.many<OperatorRequest>(sql`
    select ${REQUEST_COLUMNS} from operator_requests
    where status = 'approved' and ${NOT_DUE} order by input ->> 'notBefore', id limit ${limit}`);
}
