import sql, { raw } from 'sql-template-tag';
import type { Transaction } from '../platform/database/database.ts';

/** Both are good for so long, so that a partner changes over without a gap. */
const OVERLAP_HOURS = 24;

/** What a partner has one newest of, by its table. */
type Renewed = 'partner_secrets' | 'partner_keys' | 'partner_link_keys';

/** Before the next one is made: the one before is good for a day more, or `atOnce` no longer. Those who renew take turns. */
export async function retireFormer(
  transaction: Transaction,
  table: Renewed,
  partnerId: string,
  { atOnce }: { readonly atOnce: boolean },
): Promise<void> {
  await transaction.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${table} of ${partnerId}`}, 0))`);
  const hours = atOnce ? 0 : OVERLAP_HOURS;
  await transaction.run(sql`
    update ${raw(table)} set retires_at = slipway_now() + ${hours}::int * interval '1 hour'
    where partner_id = ${partnerId} and (retires_at is null or (${atOnce} and retires_at > slipway_now()))`);
}
