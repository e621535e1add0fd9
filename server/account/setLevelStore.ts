import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';

/** What two persons have said that a buyer counts as: 1, as one whose details are accepted; 2, as one with a document. */
export type SetLevel = { readonly level: 1 | 2; readonly endsAt: Date };

export async function findSetLevel(database: Queryable, buyerId: string): Promise<SetLevel | undefined> {
  return database.maybeOne<SetLevel>(sql`
    select level, ends_at as "endsAt" from set_levels where buyer_id = ${buyerId} and ends_at > slipway_now()`);
}

/** What details and documents say, without any person's word on the level: of the buyer `buyerId`. */
const verifiedLevel = (buyerId: Sql) => sql`
  case when exists (select from kyc_profiles where buyer_id = ${buyerId} and outcome <> 'approved') then 0
    when exists (select from identity_checks where buyer_id = ${buyerId} and status = 'accepted') then 2
    when exists (select from kyc_profiles where buyer_id = ${buyerId}) then 1 else 0 end`;

export async function readVerifiedLevel(database: Queryable, buyerId: string): Promise<number> {
  const { level } = await database.one<{ level: number }>(sql`select ${verifiedLevel(sql`${buyerId}`)} as level`);
  return level;
}

/** The buyer's level is what two persons say, from this moment on; a word that was said before is over. */
export async function insertSetLevel(
  transaction: Transaction,
  buyerId: string,
  { level, endsAt, requestId }: SetLevel & { readonly requestId: number },
): Promise<void> {
  await transaction.run(sql`
    insert into set_levels (buyer_id, request_id, level, set_at, ends_at)
    values (${buyerId}, ${requestId}, ${level}, slipway_now(), ${endsAt})
    on conflict (buyer_id) do update set request_id = excluded.request_id, level = excluded.level,
      set_at = excluded.set_at, ends_at = excluded.ends_at`);
  await transaction.run(sql`update buyers set kyc_level = ${level} where id = ${buyerId}`);
}

/** Levels whose time is over are what is verified again. For a worker to repeat. */
export async function endSetLevels(database: Queryable): Promise<void> {
  await database.run(sql`
    with over as (delete from set_levels where ends_at <= slipway_now() returning buyer_id)
    update buyers set kyc_level = ${verifiedLevel(sql`buyers.id`)} where id in (select buyer_id from over)`);
}
