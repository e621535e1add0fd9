import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

const KEPT_DAYS = 30;

/** Deletes emails 30 days after they were sent, because they contain orders and addresses. Run periodically by the worker. */
export async function deleteOldSentMail(database: Queryable): Promise<void> {
  await database.run(
    sql`delete from mail_outbox where sent_at < (select slipway_now()) - ${KEPT_DAYS} * interval '1 day'`,
  );
}
