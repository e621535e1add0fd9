import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { seal, unsealAny } from '../platform/sealing.ts';
import type { PurposeKeys } from '../platform/secrets.ts';
import { retirePreviousSecret } from './retirementStore.ts';

const SECRET_BYTES = 32;

/**
 * Creates a partner's next secret, and the endpoint with the first one. The previous secret keeps signing for a day, or ends
 * immediately. The secret is stored sealed and cannot be displayed again.
 */
export async function rotateSecret(
  transaction: Transaction,
  sealingKeys: PurposeKeys,
  partnerId: string,
  { atOnce }: { readonly atOnce: boolean },
): Promise<Buffer> {
  const secret = randomBytes(SECRET_BYTES);
  await transaction.run(sql`
    insert into partner_endpoints (partner_id) values (${partnerId}) on conflict (partner_id) do nothing`);
  await retirePreviousSecret(transaction, 'partner_secrets', partnerId, { atOnce });
  await transaction.run(sql`
    insert into partner_secrets (partner_id, sealed, created_at)
    values (${partnerId}, ${seal(sealingKeys[0], partnerId, secret)}, slipway_now())`);
  return secret;
}

/** Returns the secrets that currently sign, newest first. */
export async function listSigningSecrets(
  database: Queryable,
  sealingKeys: PurposeKeys,
  partnerId: string,
): Promise<Buffer[]> {
  const rows = await database.many<{ sealed: Buffer }>(sql`
    select sealed from partner_secrets
    where partner_id = ${partnerId} and (retires_at is null or retires_at > slipway_now()) order by id desc`);
  return rows.map(({ sealed }) => unsealAny(sealingKeys, partnerId, sealed));
}

export type SecretDates = { readonly createdAt: Date; readonly retiresAt: Date | null };

/** Returns the dates of the secrets that still sign, newest first. */
export async function listSecretDates(database: Queryable, partnerId: string): Promise<SecretDates[]> {
  return database.many<SecretDates>(sql`
    select created_at, retires_at from partner_secrets
    where partner_id = ${partnerId} and (retires_at is null or retires_at > slipway_now()) order by id desc`);
}
