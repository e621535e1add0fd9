import type { KeyObject } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { sha256 } from '../../platform/secrets.ts';
import { retirePreviousSecret } from '../retirementStore.ts';
import { encodePublicKey, type PartnerKeyParts } from './partnerKey.ts';

export type NewPartnerKey = {
  readonly partnerId: string;
  readonly parts: PartnerKeyParts;
  readonly publicKey: KeyObject;
  /** True: the previous key is retired immediately instead of after one more day. */
  readonly atOnce: boolean;
};

/** Stores a partner's next key and retires the previous one. The secret cannot be displayed again. */
export async function insertPartnerKey(
  transaction: Transaction,
  { partnerId, parts, publicKey, atOnce }: NewPartnerKey,
): Promise<void> {
  await retirePreviousSecret(transaction, 'partner_keys', partnerId, { atOnce });
  await transaction.run(sql`
    insert into partner_keys (key_id, partner_id, secret_hash, public_key, created_at)
    values (${parts.keyId}, ${partnerId}, ${sha256(parts.secret)}, ${encodePublicKey(publicKey)}, slipway_now())`);
}

export type StoredPartnerKey = {
  readonly keyId: string;
  readonly partnerId: string;
  readonly secretHash: Buffer;
  readonly publicKey: Buffer;
  readonly isRetired: boolean;
  /** True if no use of the key was recorded within the last hour. */
  readonly isUseStale: boolean;
};

export async function findPartnerKey(database: Queryable, keyId: string): Promise<StoredPartnerKey | undefined> {
  return database.maybeOne<StoredPartnerKey>(sql`
    select key_id, partner_id, secret_hash, public_key,
      coalesce(retires_at <= slipway_now(), false) as is_retired,
      coalesce(last_used_at < slipway_now() - interval '1 hour', true) as is_use_stale
    from partner_keys where key_id = ${keyId}`);
}

export async function recordKeyUse(database: Queryable, keyId: string): Promise<void> {
  await database.run(sql`update partner_keys set last_used_at = slipway_now() where key_id = ${keyId}`);
}

export type PartnerKeyDates = {
  readonly keyId: string;
  readonly createdAt: Date;
  readonly retiresAt: Date | null;
  readonly lastUsedAt: Date | null;
};

/** Returns the keys that are still valid, newest first. */
export async function listPartnerKeyDates(database: Queryable, partnerId: string): Promise<PartnerKeyDates[]> {
  return database.many<PartnerKeyDates>(sql`
    select key_id, created_at, retires_at, last_used_at
    from partner_keys where partner_id = ${partnerId} and (retires_at is null or retires_at > slipway_now())
    order by created_at desc, retires_at desc nulls first`);
}
