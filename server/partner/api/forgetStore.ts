import sql from 'sql-template-tag';
import type { Database } from '../../platform/database/database.ts';

const KEPT_DAYS = 30;

/** Signatures that have expired, writes that nobody repeats any longer, and keys that are good no longer. For a worker to repeat. */
export async function forgetOldPartnerCalls(database: Database): Promise<void> {
  const before = sql`(select slipway_now()) - ${KEPT_DAYS}::int * interval '1 day'`;
  // A process whose clock is behind may still take one that has expired here.
  await database.run(sql`delete from partner_nonces where expires_at < clock_timestamp() - interval '10 minutes'`);
  await database.run(sql`delete from partner_writes where created_at < ${before}`);
  await database.run(sql`delete from partner_keys where retires_at < ${before}`);
}
