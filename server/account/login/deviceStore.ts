import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

export type DeviceKnowledge = {
  /** `first`: the buyer's first login, which needs no notification. */
  readonly kind: 'known' | 'new' | 'first';
  readonly seenAt: Date;
};

/** Records that the buyer uses this browser now. Returns whether it was known before, and the time. */
export async function recordDevice(
  transaction: Transaction,
  buyerId: string,
  deviceHash: Buffer,
): Promise<DeviceKnowledge> {
  const { others } = await transaction.one<{ others: boolean }>(sql`
    select exists (select 1 from devices where buyer_id = ${buyerId} and device_hash <> ${deviceHash}) as others`);
  const { seenAt, known } = await transaction.one<{ seenAt: Date; known: boolean }>(sql`
    insert into devices as d (buyer_id, device_hash, first_seen_at, last_seen_at)
    select ${buyerId}, ${deviceHash}, now, now from (select slipway_now() as now) as moment
    on conflict (buyer_id, device_hash) do update set last_seen_at = excluded.last_seen_at
    returning d.last_seen_at as seen_at, d.first_seen_at <> d.last_seen_at as known`);
  if (known) return { kind: 'known', seenAt };
  return { kind: others ? 'new' : 'first', seenAt };
}

/** Returns whether this browser has logged in to an account with this address. */
export async function hasLoggedIn(database: Queryable, email: string, deviceHash: Buffer): Promise<boolean> {
  const { known } = await database.one<{ known: boolean }>(sql`
    select exists (
      select 1 from devices d join buyers b on b.id = d.buyer_id
      where d.device_hash = ${deviceHash} and b.email = ${email}) as known`);
  return known;
}
