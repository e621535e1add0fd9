import type { Queryable } from '../../platform/database/database.ts';
import { sealedRows } from '../../platform/personal/sealedRows.ts';

/** What a booking says of the other side: their name and account, and the words of both banks and of the payer. */
export type BookedWords = {
  readonly counterpartyName: string;
  readonly counterpartyAccount: string;
  readonly remittance: string;
  readonly furtherText: string;
};

/** The columns of `bank_entries` that {@link withWords} reads. */
export type StoredWords = { readonly id: string; readonly sealed: Buffer | null };

/** Those of a part of a batch booking that the bank did not list, and after erasure. */
const NO_WORDS: BookedWords = { counterpartyName: '', counterpartyAccount: '', remittance: '', furtherText: '' };

const rows = sealedRows<BookedWords>('bank_entries', NO_WORDS);

/** The same rows in their order, each with its words. */
export async function withWords<Row extends StoredWords>(
  database: Queryable,
  stored: readonly Row[],
): Promise<(Omit<Row, 'sealed'> & BookedWords)[]> {
  const words = await rows.openAll(
    database,
    stored.map(({ id, sealed }) => ({ row: id, sealed })),
  );
  return stored.map(({ sealed: _sealed, ...row }, at) => ({ ...row, ...(words[at] ?? NO_WORDS) }));
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
