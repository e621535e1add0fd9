import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { seal, unsealAny } from '../platform/sealing.ts';
import { type PurposeKeys, randomToken } from '../platform/secrets.ts';
import { retirePreviousSecret } from './retirementStore.ts';

const KEY_BYTES = 32;
const ID_BYTES = 8;

export type LinkKey = { readonly id: string; readonly secret: Buffer };

/** Creates the key with which a partner signs its next links. The previous key stays valid for a day, or ends immediately. */
export async function rotateLinkKey(
  transaction: Transaction,
  sealingKeys: PurposeKeys,
  partnerId: string,
  { atOnce }: { readonly atOnce: boolean },
): Promise<LinkKey> {
  const key = { id: `link_${randomToken(ID_BYTES)}`, secret: randomBytes(KEY_BYTES) };
  await retirePreviousSecret(transaction, 'partner_link_keys', partnerId, { atOnce });
  await transaction.run(sql`
    insert into partner_link_keys (id, partner_id, sealed, created_at)
    values (${key.id}, ${partnerId}, ${seal(sealingKeys[0], key.id, key.secret)}, slipway_now())`);
  return key;
}

/** Returns the partner and the secret of a link key that is still valid. */
export async function findLinkKey(
  database: Queryable,
  sealingKeys: PurposeKeys,
  id: string,
): Promise<{ readonly partnerId: string; readonly secret: Buffer } | undefined> {
  const row = await database.maybeOne<{ partnerId: string; sealed: Buffer }>(sql`
    select partner_id, sealed from partner_link_keys
    where id = ${id} and (retires_at is null or retires_at > slipway_now())`);
  return row && { partnerId: row.partnerId, secret: unsealAny(sealingKeys, id, row.sealed) };
}

export type LinkKeyDates = { readonly id: string; readonly createdAt: Date; readonly retiresAt: Date | null };

/** Returns the link keys that are still valid, newest first, without their secrets. */
export async function listLinkKeys(database: Queryable, partnerId: string): Promise<LinkKeyDates[]> {
  return database.many<LinkKeyDates>(sql`
    select id, created_at, retires_at from partner_link_keys
    where partner_id = ${partnerId} and (retires_at is null or retires_at > slipway_now())
    order by created_at desc, id`);
}
