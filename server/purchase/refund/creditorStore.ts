import type { Queryable } from '../../platform/database/database.ts';
import { type SealedValue, sealedRows } from '../../platform/personal/sealedRows.ts';

/** The payee of a bank refund: name and account as reported by the bank for the payer, or as entered by operators. */
export type Creditor = { readonly name: string; readonly account: string };

/** The payee is blank for a card refund, and after erasure. */
const creditors = sealedRows<Creditor>('refunds', { name: '', account: '' });

/** The columns of `refunds` that {@link decryptCreditors} reads. */
export type StoredCreditor = { readonly id: string; readonly sealed: Buffer | null };

/** Returns payees in the order of the rows. */
export async function decryptCreditors(database: Queryable, rows: readonly StoredCreditor[]): Promise<Creditor[]> {
  return creditors.openAll(
    database,
    rows.map(({ id, sealed }) => ({ row: id, sealed })),
  );
}

/** Encrypts the payee for the refund with this id only. */
export async function encryptCreditor(
  database: Queryable,
  id: string,
  creditor: Creditor,
): Promise<SealedValue<Creditor>> {
  return creditors.seal(database, id, `refund:${id}`, { name: creditor.name, account: creditor.account });
}
