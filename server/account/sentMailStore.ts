import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

const KEPT_DAYS = 30;

/** Forgets letters that were sent long ago: they name orders and addresses. For a worker to repeat. */
export async function sweepOutbox(database: Queryable): Promise<void> {
  await database.run(
    sql`delete from mail_outbox where sent_at < (select slipway_now()) - ${KEPT_DAYS} * interval '1 day'`,
  );
}
