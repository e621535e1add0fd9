import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { CheckedSignature } from '../../platform/signature/checkSignature.ts';

/** Stores a signature's nonce. Returns false if it was used before. */
export async function useNonce(
  database: Queryable,
  keyId: string,
  { nonce, expiresAt }: CheckedSignature,
): Promise<boolean> {
  const inserted = await database.run(sql`
    insert into partner_nonces (key_id, nonce, expires_at) values (${keyId}, ${nonce}, ${expiresAt})
    on conflict do nothing`);
  return inserted === 1;
}
