import sql from 'sql-template-tag';
import type { Database, Queryable } from '../../platform/database/database.ts';

export async function insertMintedToken(
  database: Queryable,
  token: { readonly tokenHash: Buffer; readonly buyerId: string; readonly partnerId: string; readonly seconds: number },
): Promise<Date> {
  const { expiresAt } = await database.one<{ expiresAt: Date }>(sql`
    insert into minted_tokens (token_hash, buyer_id, partner_id, expires_at)
    values (${token.tokenHash}, ${token.buyerId}, ${token.partnerId},
      slipway_now() + ${token.seconds}::int * interval '1 second')
    returning expires_at`);
  return expiresAt;
}

/** Returns whether a token is unused and has not expired. */
export async function isMintedTokenRedeemable(database: Queryable, tokenHash: Buffer): Promise<boolean> {
  const found = await database.maybeOne(sql`
    select buyer_id from minted_tokens
    where token_hash = ${tokenHash} and used_at is null and expires_at > slipway_now()`);
  return found !== undefined;
}

/**
 * Redeems a token once and returns its buyer. Returns undefined if the token was used, has expired, does not exist, or
 * was minted by another partner.
 */
export async function useMintedToken(
  database: Queryable,
  tokenHash: Buffer,
  partnerIds: readonly string[],
): Promise<{ readonly buyerId: string } | undefined> {
  return database.maybeOne<{ buyerId: string }>(sql`
    update minted_tokens set used_at = slipway_now()
    where token_hash = ${tokenHash} and used_at is null and expires_at > slipway_now()
      and partner_id = any(${partnerIds})
    returning buyer_id`);
}

/** Deletes tokens that expired more than an hour ago. Run periodically by the worker. */
export async function deleteOldMintedTokens(database: Database): Promise<void> {
  await database.run(sql`delete from minted_tokens where expires_at < (select slipway_now()) - interval '1 hour'`);
}
