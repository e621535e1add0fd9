import type { Queryable } from '../../platform/database/database.ts';
import { type Sealed, sealedRows } from '../../platform/personal/sealedRows.ts';

/** To whom a bank sends a refund: the name and the account that the bank told of the payer, or that persons have said. */
export type Creditor = { readonly name: string; readonly account: string };

/** Blank for a refund by card, and after erasure. */
const creditors = sealedRows<Creditor>('refunds', { name: '', account: '' });

/** The columns of `refunds` that {@link creditorsOf} reads. */
export type StoredCreditor = { readonly id: string; readonly sealed: Buffer | null };

/** In their order. */
export async function creditorsOf(database: Queryable, rows: readonly StoredCreditor[]): Promise<Creditor[]> {
  return creditors.openAll(
    database,
    rows.map(({ id, sealed }) => ({ row: id, sealed })),
  );
}

/** For the refund of this id alone. */
export async function sealCreditor(database: Queryable, id: string, creditor: Creditor): Promise<Sealed<Creditor>> {
  return creditors.seal(database, id, `refund:${id}`, { name: creditor.name, account: creditor.account });
}
