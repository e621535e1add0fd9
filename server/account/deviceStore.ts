import sql from 'sql-template-tag';
import type { Transaction } from '../platform/database/database.ts';

/** `first`: the buyer has never logged in before, so that nothing is to be told. */
export type DeviceStanding = 'known' | 'new' | 'first';

/** Keeps that this browser has been used by this buyer, and says whether it had been before. */
export async function recordDevice(
  transaction: Transaction,
  buyerId: string,
  deviceHash: Buffer,
): Promise<DeviceStanding> {
  const seen = await transaction.run(sql`
    update devices set last_seen_at = slipway_now() where buyer_id = ${buyerId} and device_hash = ${deviceHash}`);
  if (seen > 0) return 'known';
  const { others } = await transaction.one<{ others: boolean }>(
    sql`select exists (select 1 from devices where buyer_id = ${buyerId}) as others`,
  );
  await transaction.run(sql`
    insert into devices (buyer_id, device_hash, first_seen_at, last_seen_at)
    values (${buyerId}, ${deviceHash}, slipway_now(), slipway_now()) on conflict do nothing`);
  return others ? 'new' : 'first';
}
