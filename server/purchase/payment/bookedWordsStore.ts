import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { PlainRows } from '../../platform/personal/plainRows.ts';
import { sealedRows } from '../../platform/personal/sealedRows.ts';

/** What a booking says of the other side: their name and account, and the words of both banks and of the payer. */
export type BookedWords = {
  readonly counterpartyName: string;
  readonly counterpartyAccount: string;
  readonly remittance: string;
  readonly furtherText: string;
};

/** A row of `bank_entries`, with what {@link WORDS} selects. */
export type StoredWords = { readonly id: string; readonly sealed: Buffer | null; readonly plainWords: BookedWords };

const rows = sealedRows<BookedWords>('bank_entries');

/** Columns of a booking `e` to give to {@link withWords}. */
export const WORDS = sql`e.sealed, json_build_object('counterpartyName', e.counterparty_name, 'counterpartyAccount',
  e.counterparty_account, 'remittance', e.remittance, 'furtherText', e.further_text) as "plainWords"`;

/** The same rows in their order, each with its words. */
export async function withWords<Row extends StoredWords>(
  database: Queryable,
  stored: readonly Row[],
): Promise<(Omit<Row, 'sealed' | 'plainWords'> & BookedWords)[]> {
  const words = await rows.openAll(
    database,
    stored.map(({ id, sealed, plainWords }) => ({ row: id, sealed, plain: plainWords })),
  );
  return stored.map(({ sealed: _sealed, plainWords, ...row }, at) => ({ ...row, ...(words[at] ?? plainWords) }));
}

/** Of bookings that one file told, in their order: they have one data key. */
export async function sealWords(
  database: Queryable,
  fileHash: Buffer,
  told: readonly ({ readonly id: string } & BookedWords)[],
): Promise<Buffer[]> {
  return rows.sealAll(
    database,
    `bank_file:${fileHash.toString('hex')}`,
    told.map(({ id, counterpartyName, counterpartyAccount, remittance, furtherText }) => ({
      row: id,
      facts: { counterpartyName, counterpartyAccount, remittance, furtherText },
    })),
  );
}

export const plainBookings: PlainRows = {
  table: 'bank_entries',
  async sealSome(transaction, limit) {
    const plain = await transaction.many<StoredWords & { fileHash: Buffer }>(sql`
      select e.id, e.statement_hash as "fileHash", ${WORDS} from bank_entries e
      where e.counterparty_name <> '' or e.counterparty_account <> '' or e.remittance <> '' or e.further_text <> ''
      limit ${limit} for update skip locked`);
    for (const { id, fileHash, plainWords } of plain) {
      const [sealed] = await sealWords(transaction, fileHash, [{ id, ...plainWords }]);
      await transaction.run(sql`
        update bank_entries set sealed = ${sealed}, counterparty_name = '', counterparty_account = '', remittance = '',
          further_text = '' where id = ${id}`);
    }
    return plain.length;
  },
};
