import sql, { raw } from 'sql-template-tag';
import type { Transaction } from '../platform/database/database.ts';

/** Old and new secrets are both valid for this time, so that a partner can change over without a gap. */
const OVERLAP_HOURS = 24;

/** Tables with rotating secrets, of which the newest per partner is current. */
type RotatedTable = 'partner_secrets' | 'partner_keys' | 'partner_link_keys';

/**
 * Retires the previous secret in a day, before its successor is inserted. With `atOnce`, it and any older secret that still
 * overlaps end immediately. Concurrent rotations wait for each other.
 */
export async function retirePreviousSecret(
  transaction: Transaction,
  table: RotatedTable,
  partnerId: string,
  { atOnce }: { readonly atOnce: boolean },
): Promise<void> {
  await transaction.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${table} of ${partnerId}`}, 0))`);
  const hours = atOnce ? 0 : OVERLAP_HOURS;
  await transaction.run(sql`
    update ${raw(table)} set retires_at = slipway_now() + ${hours}::int * interval '1 hour'
    where partner_id = ${partnerId} and (retires_at is null or (${atOnce} and retires_at > slipway_now()))`);
}
