import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { SIGNER } from '../stops/judgeStop.ts';

/** A stop, from its request. */
export type RequestedStop = {
  /** The hash of the signed statement. */
  readonly statement: string;
  readonly who: string;
  readonly since: Date;
  readonly why: string;
};

/** Returns true if a stop with this statement was signed. */
export async function isStopSigned(database: Queryable, statement: string): Promise<boolean> {
  const { found } = await database.one<{ found: boolean }>(sql`
    select exists (
      select 1 from operator_statements where act = 'stop-signing' and hash = ${statement}
    ) as found`);
  return found;
}

/** Returns the stops that were requested since this time and have not ended, oldest first. */
export async function findStopsRequestedSince(database: Queryable, since: Date): Promise<RequestedStop[]> {
  return database.many<RequestedStop>(sql`
    select requested_with as statement, who, created_at as since, why from operator_requests stop
    where subject = ${SIGNER} and action = 'stop-signing' and status in ('approved', 'done') and created_at >= ${since}
      and requested_with is not null and not exists (
        select 1 from operator_requests start
        where start.subject = ${SIGNER} and start.action = 'start-signing' and start.status in ('approved', 'done')
          and start.input ->> 'stop' = stop.requested_with)
    order by id limit 20`);
}
