import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

/** A level that two people have set for a buyer: 1 counts as accepted details, 2 as an accepted document. */
export type FixedLevel = { readonly level: 1 | 2; readonly endsAt: Date };

export async function findFixedLevel(database: Queryable, buyerId: string): Promise<FixedLevel | undefined> {
  return database.maybeOne<FixedLevel>(sql`
    select level, ends_at from fixed_levels where buyer_id = ${buyerId} and ends_at > slipway_now()`);
}

/** Selects the level by details and documents of the buyer `buyerId`, without a set level. */
const selectVerifiedLevel = (buyerId: Sql) => sql`
  case when exists (select from kyc_profiles where buyer_id = ${buyerId} and outcome <> 'approved') then 0
    when exists (select from identity_checks where buyer_id = ${buyerId} and status = 'accepted') then 2
    when exists (select from kyc_profiles where buyer_id = ${buyerId}) then 1 else 0 end`;

/**
 * Selects the level that applies to the buyer of the row `buyer` of `buyers`. Does not count a set level that has ended,
 * even if {@link expireFixedLevels} has not run since.
 */
export const selectCurrentLevel = (buyer: Sql) => sql`
  case when exists (select from fixed_levels where buyer_id = ${buyer}.id and ends_at <= slipway_now())
    then ${selectVerifiedLevel(sql`${buyer}.id`)} else ${buyer}.kyc_level end`;

export async function readVerifiedLevel(database: Queryable, buyerId: string): Promise<number> {
  const { level } = await database.one<{ level: number }>(sql`select ${selectVerifiedLevel(sql`${buyerId}`)} as level`);
  return level;
}

/** Sets the buyer's level by the decision of two people from now on, replacing an earlier one. */
export async function insertFixedLevel(
  transaction: Transaction,
  buyerId: string,
  { level, endsAt, requestId }: FixedLevel & { readonly requestId: number },
): Promise<void> {
  await transaction.run(sql`
    insert into fixed_levels (buyer_id, request_id, level, set_at, ends_at)
    values (${buyerId}, ${requestId}, ${level}, slipway_now(), ${endsAt})
    on conflict (buyer_id) do update set request_id = excluded.request_id, level = excluded.level,
      set_at = excluded.set_at, ends_at = excluded.ends_at`);
  await transaction.run(sql`update buyers set kyc_level = ${level} where id = ${buyerId}`);
}

/** Replaces expired set levels by the verified level. Run periodically by the worker. */
export async function expireFixedLevels(database: Queryable): Promise<void> {
  await database.run(sql`
    with over as (delete from fixed_levels where ends_at <= slipway_now() returning buyer_id)
    update buyers set kyc_level = ${selectVerifiedLevel(sql`buyers.id`)} where id in (select buyer_id from over)`);
}
