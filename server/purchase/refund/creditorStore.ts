import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { PlainRows } from '../../platform/personal/plainRows.ts';
import { type Sealed, sealedRows } from '../../platform/personal/sealedRows.ts';

/** To whom a bank sends a refund: the name and the account that the bank told of the payer, or that persons have said. */
export type Creditor = { readonly name: string; readonly account: string };

const creditors = sealedRows<Creditor>('refunds');

/** A row of `refunds`, with what {@link CREDITOR} selects. */
export type StoredCreditor = {
  readonly id: string;
  readonly sealed: Buffer | null;
  readonly plainCreditor: Creditor;
};

/** Columns of `refunds` to give to {@link creditorsOf}; the creditor is blank for a refund that no bank sends. */
export const CREDITOR = sql`refunds.sealed, json_build_object('name', coalesce(refunds.creditor_name, ''), 'account',
  coalesce(refunds.creditor_account, '')) as "plainCreditor"`;

/** In their order. */
export async function creditorsOf(database: Queryable, rows: readonly StoredCreditor[]): Promise<Creditor[]> {
  return creditors.openAll(
    database,
    rows.map(({ id, sealed, plainCreditor }) => ({ row: id, sealed, plain: plainCreditor })),
  );
}

/** For the refund of this id alone. */
export async function sealCreditor(database: Queryable, id: string, creditor: Creditor): Promise<Sealed<Creditor>> {
  return creditors.seal(database, id, `refund:${id}`, { name: creditor.name, account: creditor.account });
}

export const plainCreditors: PlainRows = {
  table: 'refunds',
  async sealSome(transaction, limit) {
    const plain = await transaction.many<StoredCreditor>(sql`
      select id, ${CREDITOR} from refunds
      where creditor_name <> '' or creditor_account <> '' limit ${limit} for update skip locked`);
    for (const { id, plainCreditor } of plain) {
      const sealed = await sealCreditor(transaction, id, plainCreditor);
      await transaction.run(sql`
        update refunds set sealed = ${sealed}, creditor_name = null, creditor_account = null where id = ${id}`);
    }
    return plain.length;
  },
};
