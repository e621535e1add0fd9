import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

export type OverdueQueue = { readonly queue: string; readonly waiting: number; readonly oldestSeconds: number };

const OVERDUE_SECONDS = 120;

/** Returns queues with entries that are overdue for longer than a worker needs to fetch them, or a vendor to answer. */
export async function findOverdueQueues(database: Queryable): Promise<readonly OverdueQueue[]> {
  return database.many<OverdueQueue>(sql`
    select queue, count(*)::int as waiting, max(extract(epoch from age))::int as oldest_seconds from (
      select name as queue, clock_timestamp() - start_after as age from pgboss.job where state in ('created', 'retry')
      union all
      select 'mail', slipway_now() - created_at from mail_outbox where sent_at is null
      union all
      select 'inbox', slipway_now() - received_at from webhook_inbox where handled_at is null
    ) waiting where age > ${OVERDUE_SECONDS}::int * interval '1 second' group by queue`);
}
