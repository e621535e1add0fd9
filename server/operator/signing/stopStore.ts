import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { SIGNER } from '../../signer/stops/judgeStop.ts';

/** A stop as its request says it. */
export type AskedStop = {
  readonly statement: string;
  readonly who: string;
  readonly since: Date;
  readonly why: string;
};

/** Whether somebody has signed such a stop. */
export async function isStopSigned(database: Queryable, statement: string): Promise<boolean> {
  const { kept } = await database.one<{ kept: boolean }>(sql`
    select exists (
      select 1 from operator_statements where act = 'stop-signing' and hash = ${statement}
    ) as kept`);
  return kept;
}

/** The oldest first, without those that two persons have ended. */
export async function stopsAskedSince(database: Queryable, since: Date): Promise<AskedStop[]> {
  return database.many<AskedStop>(sql`
    select asked_with as statement, who, created_at as since, why from operator_requests stop
    where subject = ${SIGNER} and action = 'stop-signing' and status in ('approved', 'done') and created_at >= ${since}
      and asked_with is not null and not exists (
        select 1 from operator_requests start
        where start.subject = ${SIGNER} and start.action = 'start-signing' and start.status in ('approved', 'done')
          and start.input ->> 'stop' = stop.asked_with)
    order by id limit 20`);
}
