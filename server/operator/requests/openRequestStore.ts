import sql from 'sql-template-tag';
import { IS_NOT_DUE, type OperatorRequest, REQUEST_COLUMNS } from '../../action/requests/requestStore.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** Cancels a request that is waiting or approved but not executed. Returns false if its status has changed since it was read. */
export async function cancelRequest(
  database: Queryable,
  { id, status }: Pick<OperatorRequest, 'id' | 'status'>,
  result: string,
): Promise<boolean> {
  const changed = await database.run(sql`
    update operator_requests set status = 'rejected', result = ${result}, settled_at = slipway_now()
    where id = ${id} and status = ${status} and status in ('waiting', 'approved')`);
  return changed > 0;
}

/** Returns unanswered requests that were made at this time or earlier, oldest first. */
export async function findUnansweredRequests(
  database: Queryable,
  before: Date,
  limit: number,
): Promise<OperatorRequest[]> {
  return database.many<OperatorRequest>(sql`
    select ${REQUEST_COLUMNS} from operator_requests
    where status = 'waiting' and created_at <= ${before} order by id limit ${limit}`);
}

/** Returns approved requests that wait for their time, the nearest first. */
export async function findScheduledRequests(database: Queryable, limit: number): Promise<OperatorRequest[]> {
  return database.many<OperatorRequest>(sql`
    select ${REQUEST_COLUMNS} from operator_requests
    where status = 'approved' and ${IS_NOT_DUE} order by input ->> 'notBefore', id limit ${limit}`);
}
