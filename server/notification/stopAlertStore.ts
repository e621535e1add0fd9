import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

/** Prefix of the keys of alerts that orders raise while they wait for stopped payouts. */
export const STOP_PREFIX = 'payouts_stopped:';

/** Waiting orders raise the alert every few seconds: if none has for this long, the cause has ended. */
const ENDED_AFTER_MINUTES = 5;

/** Settles alerts about stopped payouts that no order has raised lately, so that they notify no one else. */
export async function settleEndedPayoutAlerts(database: Queryable): Promise<void> {
  await database.run(sql`
    update operator_alerts set settled_at = slipway_now(), settled_by = 'slipway'
    where settled_at is null and starts_with(key, ${STOP_PREFIX})
      and coalesce(last_at, created_at) < slipway_now() - ${ENDED_AFTER_MINUTES}::int * interval '1 minute'`);
}
