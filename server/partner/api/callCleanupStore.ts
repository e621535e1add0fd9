import sql from 'sql-template-tag';
import type { Database } from '../../platform/database/database.ts';

const RETENTION_DAYS = 30;

/** Deletes expired nonces, old idempotency records and keys that were retired long ago. Run periodically by the worker. */
export async function deleteExpiredCallRecords(database: Database): Promise<void> {
  const before = sql`(select slipway_now()) - ${RETENTION_DAYS}::int * interval '1 day'`;
  // Ten more minutes: a process whose clock is behind may still accept a signature that has expired by this clock.
  await database.run(sql`delete from partner_nonces where expires_at < clock_timestamp() - interval '10 minutes'`);
  await database.run(sql`delete from partner_writes where created_at < ${before}`);
  await database.run(sql`delete from partner_keys where retires_at < ${before}`);
}
