import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

/** Keys of alerts that orders raise for as long as they wait for what has stopped payouts. */
export const STOP_PREFIX = 'payouts_stopped:';

/** Orders that wait try again every few seconds. */
const LAPSED_MINUTES = 5;

/** Settles alerts about stopped payouts that no order meets any more: the cause has ended, and nobody is to be woken for it. */
export async function lapseStops(database: Queryable): Promise<void> {
  await database.run(sql`
    update operator_alerts set settled_at = slipway_now(), settled_by = 'slipway'
    where settled_at is null and starts_with(key, ${STOP_PREFIX})
      and coalesce(last_at, created_at) < slipway_now() - ${LAPSED_MINUTES}::int * interval '1 minute'`);
}
