import sql, { raw } from 'sql-template-tag';
import type { Transaction } from '../platform/database/database.ts';
import { seal, unseal, unsealAny } from '../platform/sealing.ts';
import type { PurposeKeys } from '../platform/secrets.ts';

/** Tables with partners' secrets, and the column whose value is authenticated with each sealed secret (AAD). */
const TABLES = [
  { table: 'partner_secrets', sealedFor: 'partner_id' },
  { table: 'partner_link_keys', sealedFor: 'id' },
] as const;

type SealedSecretRow = { readonly id: string; readonly sealedFor: string; readonly sealed: Buffer };

/**
 * Reseals with the newest key what a former key has sealed, so that the former key can be removed. Leaves values that no key
 * opens unchanged. Returns how many were resealed. There are only a few per partner.
 */
export async function resealPartnerSecrets(transaction: Transaction, keys: PurposeKeys): Promise<number> {
  let resealed = 0;
  for (const { table, sealedFor } of TABLES) {
    const rows = await transaction.many<SealedSecretRow>(sql`
      select id::text, ${raw(sealedFor)} as sealed_for, sealed from ${raw(table)} order by id for update`);
    for (const row of rows) {
      const plain = openWithFormerKey(keys, row);
      if (!plain) continue;
      await transaction.run(sql`
        update ${raw(table)} set sealed = ${seal(keys[0], row.sealedFor, plain)} where id::text = ${row.id}`);
      resealed += 1;
    }
  }
  return resealed;
}

/** Returns the secret if a former key opens it; undefined if the newest key opens it already, or none does. */
function openWithFormerKey(
  [newest, next, ...rest]: PurposeKeys,
  { sealedFor, sealed }: SealedSecretRow,
): Buffer | undefined {
  if (next === undefined || tryOpen(() => unseal(newest, sealedFor, sealed))) return undefined;
  return tryOpen(() => unsealAny([next, ...rest], sealedFor, sealed));
}

function tryOpen(opening: () => Buffer): Buffer | undefined {
  try {
    return opening();
  } catch {
    return undefined;
  }
}
