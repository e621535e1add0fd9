import { plainBillingAddresses } from '../account/billingStore.ts';
import { plainProfiles } from '../account/profileStore.ts';
import { plainAskedFiles } from '../operator/askedFileStore.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import { countDataKeys } from '../platform/personal/dataKeyStore.ts';
import { type PlainRows, sealPlainRows } from '../platform/personal/plainRows.ts';
import { rewrapDataKeys } from '../platform/personal/rewrapDataKeys.ts';
import { plainIdentityChecks } from '../purchase/identity/identityStore.ts';
import { plainBookings } from '../purchase/payment/bookedWordsStore.ts';
import { plainCreditors } from '../purchase/refund/creditorStore.ts';
import { plainTransferFiles } from '../purchase/refund/transferBatchStore.ts';

/** Every table with a column `sealed`. */
export const sealedTables: readonly PlainRows[] = [
  plainProfiles,
  plainBillingAddresses,
  plainIdentityChecks,
  plainBookings,
  plainCreditors,
  plainTransferFiles,
  plainAskedFiles,
];

type KeepingContext = { readonly database: Database; readonly log: Log };

/**
 * Seals what a version without seals has left plain, and has every data key wrapped by the newest key. For a worker to
 * repeat: many may do it at once, and one that is broken off goes on where it was.
 */
export async function keepPersonalSealed({ database, log }: KeepingContext): Promise<void> {
  const { personalKeys } = database;
  if (!personalKeys) throw new Error('a worker needs the keys of personal data');
  for (const plain of sealedTables) {
    const rows = await sealPlainRows(database, plain);
    if (rows > 0) log.info({ table: plain.table, rows }, 'personal data was sealed');
  }
  const rewrapped = await rewrapDataKeys(database, personalKeys);
  if (rewrapped === 0) return;
  const left = (await countDataKeys(database)).filter(({ wrappedBy }) => wrappedBy !== personalKeys.newest);
  log.info({ rewrapped, newest: personalKeys.newest, left }, 'data keys were wrapped anew');
}
