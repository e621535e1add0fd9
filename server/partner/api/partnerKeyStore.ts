import type { KeyObject } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { sha256 } from '../../platform/secrets.ts';
import { retireFormer } from '../retirementStore.ts';
import { type KeyWords, publicKeyBytes } from './partnerKey.ts';

export type NewKey = {
  readonly partnerId: string;
  readonly words: KeyWords;
  readonly publicKey: KeyObject;
  /** The one before is good no longer, in place of a day more. */
  readonly atOnce: boolean;
};

/** Keeps a partner's next key. Its secret cannot be shown again. */
export async function insertNextKey(
  transaction: Transaction,
  { partnerId, words, publicKey, atOnce }: NewKey,
): Promise<void> {
  await retireFormer(transaction, 'partner_keys', partnerId, { atOnce });
  await transaction.run(sql`
    insert into partner_keys (key_id, partner_id, secret_hash, public_key, created_at)
    values (${words.keyId}, ${partnerId}, ${sha256(words.secret)}, ${publicKeyBytes(publicKey)}, slipway_now())`);
}

export type StoredKey = {
  readonly keyId: string;
  readonly partnerId: string;
  readonly secretHash: Buffer;
  readonly publicKey: Buffer;
  readonly isRetired: boolean;
  /** Nobody has written down a use of it within the hour. */
  readonly isUseStale: boolean;
};

export async function findKey(database: Queryable, keyId: string): Promise<StoredKey | undefined> {
  return database.maybeOne<StoredKey>(sql`
    select key_id as "keyId", partner_id as "partnerId", secret_hash as "secretHash", public_key as "publicKey",
      coalesce(retires_at <= slipway_now(), false) as "isRetired",
      coalesce(last_used_at < slipway_now() - interval '1 hour', true) as "isUseStale"
    from partner_keys where key_id = ${keyId}`);
}

export async function noteUse(database: Queryable, keyId: string): Promise<void> {
  await database.run(sql`update partner_keys set last_used_at = slipway_now() where key_id = ${keyId}`);
}

export type KeyDates = {
  readonly keyId: string;
  readonly createdAt: Date;
  readonly retiresAt: Date | null;
  readonly lastUsedAt: Date | null;
};

/** Newest first, those that are good no longer left out. */
export async function keyDates(database: Queryable, partnerId: string): Promise<KeyDates[]> {
  return database.many<KeyDates>(sql`
    select key_id as "keyId", created_at as "createdAt", retires_at as "retiresAt", last_used_at as "lastUsedAt"
    from partner_keys where partner_id = ${partnerId} and (retires_at is null or retires_at > slipway_now())
    order by created_at desc, retires_at desc nulls first`);
}
