import sql, { raw } from 'sql-template-tag';
import type { Transaction } from '../platform/database/database.ts';
import { seal, unseal, unsealAny } from '../platform/sealing.ts';
import type { PurposeKeys } from '../platform/secrets.ts';

/** Where partners' secrets lie, and what each is sealed for. */
const TABLES = [
  { table: 'partner_secrets', sealedFor: 'partner_id' },
  { table: 'partner_link_keys', sealedFor: 'id' },
] as const;

type Row = { readonly id: string; readonly sealedFor: string; readonly sealed: Buffer };

/**
 * Seals by the newest key what a former one has sealed, so that the former one can go; what none of them opens stays as it
 * is. Answers how many were sealed anew. There are a few for each partner.
 */
export async function resealPartnerSecrets(transaction: Transaction, keys: PurposeKeys): Promise<number> {
  let resealed = 0;
  for (const { table, sealedFor } of TABLES) {
    const rows = await transaction.many<Row>(sql`
      select id::text, ${raw(sealedFor)} as "sealedFor", sealed from ${raw(table)} order by id for update`);
    for (const row of rows) {
      const plain = openedByFormer(keys, row);
      if (!plain) continue;
      await transaction.run(sql`
        update ${raw(table)} set sealed = ${seal(keys[0], row.sealedFor, plain)} where id::text = ${row.id}`);
      resealed += 1;
    }
  }
  return resealed;
}

/** Undefined where the newest key opens it already, or none does. */
function openedByFormer([newest, next, ...rest]: PurposeKeys, { sealedFor, sealed }: Row): Buffer | undefined {
  if (next === undefined || opens(() => unseal(newest, sealedFor, sealed))) return undefined;
  return opens(() => unsealAny([next, ...rest], sealedFor, sealed));
}

function opens(opening: () => Buffer): Buffer | undefined {
  try {
    return opening();
  } catch {
    return undefined;
  }
}
