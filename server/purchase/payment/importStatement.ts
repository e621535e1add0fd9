import { createHash } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { BankExchange, BankFiles } from '../../providers/bank/bankPort.ts';
import { insertEntry, insertStatement } from './bankEntryStore.ts';

export type StatementFile = { readonly name: string; readonly bytes: Uint8Array; readonly importedBy: string };

/** How many bookings a file holds, and how many of them no earlier file held. */
export type Imported =
  | { readonly kind: 'imported'; readonly entries: number; readonly newEntries: number }
  | { readonly kind: 'known_file' }
  | { readonly kind: 'refused'; readonly detail: string };

/** Keeps what a statement says, whole or not at all. The same file or the same booking again counts once. */
export async function importStatement(
  { database, bankFiles }: { readonly database: Database; readonly bankFiles: BankFiles },
  file: StatementFile,
): Promise<Imported> {
  const reading = bankFiles.readStatements(file.bytes);
  if (reading.kind !== 'ok') return { kind: 'refused', detail: `${reading.reason}: ${reading.detail}` };
  const entries = reading.value.flatMap((statement) => statement.entries);
  const hash = createHash('sha256').update(file.bytes).digest();
  return database.transaction(async (transaction) => {
    const { name, importedBy } = file;
    if (!(await insertStatement(transaction, { hash, name, importedBy, entries: entries.length })))
      return { kind: 'known_file' };
    let newEntries = 0;
    for (const entry of entries) if (await insertEntry(transaction, hash, entry)) newEntries += 1;
    return { kind: 'imported', entries: entries.length, newEntries };
  });
}

/** Takes every file that the bank has left. One that cannot be read is put aside with its reason, and reported. */
export async function collectStatements(context: {
  readonly database: Database;
  readonly bankFiles: BankFiles;
  readonly bankExchange: BankExchange;
  readonly log: Log;
}): Promise<void> {
  for (const { name, bytes } of await context.bankExchange.listStatements()) {
    const imported = await importStatement(context, { name, bytes, importedBy: context.bankExchange.id });
    if (imported.kind === 'refused') {
      context.log.error({ name, detail: imported.detail }, 'a bank statement was refused');
      await context.bankExchange.settleStatement(name, 'refused', imported.detail);
    } else {
      context.log.info({ name, ...imported }, 'a bank statement was imported');
      await context.bankExchange.settleStatement(name, 'done');
    }
  }
}
