import type { Queryable } from '../../../platform/database/database.ts';
import { sealedRows } from '../../../platform/personal/sealedRows.ts';

/** Texts of a booking about the counterparty: name and account, and the texts of both banks and of the payer. */
export type BookingTexts = {
  readonly counterpartyName: string;
  readonly counterpartyAccount: string;
  readonly remittance: string;
  readonly furtherText: string;
};

/** The columns of `bank_entries` that {@link decryptBookingTexts} reads. */
export type StoredBookingTexts = { readonly id: string; readonly sealed: Buffer | null };

/** Used for a part of a collective booking that the bank did not list, and after erasure. */
const EMPTY_TEXTS: BookingTexts = { counterpartyName: '', counterpartyAccount: '', remittance: '', furtherText: '' };

const rows = sealedRows<BookingTexts>('bank_entries', EMPTY_TEXTS);

/** Returns the same rows in the same order, each with its decrypted texts. */
export async function decryptBookingTexts<Row extends StoredBookingTexts>(
  database: Queryable,
  stored: readonly Row[],
): Promise<(Omit<Row, 'sealed'> & BookingTexts)[]> {
  const texts = await rows.openAll(
    database,
    stored.map(({ id, sealed }) => ({ row: id, sealed })),
  );
  return stored.map(({ sealed: _sealed, ...row }, at) => ({ ...row, ...(texts[at] ?? EMPTY_TEXTS) }));
}

/** Encrypts the texts of a file's bookings, in order, with one data key per file. */
export async function encryptBookingTexts(
  database: Queryable,
  fileHash: Buffer,
  bookings: readonly ({ readonly id: string } & BookingTexts)[],
): Promise<Buffer[]> {
  return rows.sealAll(
    database,
    `bank_file:${fileHash.toString('hex')}`,
    bookings.map(({ id, counterpartyName, counterpartyAccount, remittance, furtherText }) => ({
      row: id,
      facts: { counterpartyName, counterpartyAccount, remittance, furtherText },
    })),
  );
}
