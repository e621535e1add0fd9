import { readSettings } from '../../configuration/readSettings.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import { keepWithin } from '../../purchase/payment/importStatement.ts';
import { findAskedFile } from '../askedFileStore.ts';
import { CommandError } from '../commandError.ts';
import { hashOfFile } from '../hashOfFile.ts';
import type { OperatorRequest } from '../requestStore.ts';
import type { Write } from './clerkActs.ts';
import type { ClerkContext } from './clerkContext.ts';

/** Imports the file that was asked for: refused where it is not believed, or is another one. */
export async function importFile(
  { database, bankFiles }: ClerkContext,
  { id, who, why, approvedBy, input }: OperatorRequest,
): Promise<Write> {
  const file = await findAskedFile(database, id);
  if (!file) throw new CommandError('its file is there no more: import it again');
  const { name, bytes, continueFrom } = file;
  const hash = hashOfFile(bytes);
  if (hash.toString('hex') !== input['sha256'] || (continueFrom ?? '') !== input['continueFrom'])
    throw new CommandError('the file is not the one that was asked for');
  const reading = await bankFiles.read(bytes);
  if (reading.kind === 'report') throw new CommandError('not_a_statement: a report on transfers');
  if (reading.kind === 'refused') throw new CommandError(`${reading.reason}: ${reading.detail}`);
  const { catalog } = await readSettings(database);
  const importedBy = approvedBy === null ? who : `${who}, ${approvedBy}`;
  return async (transaction) => {
    const told = { name, importedBy, hash };
    const imported = await keepWithin(transaction, catalog, told, reading.value, continueFrom ?? undefined);
    if (imported.kind === 'known_file') return 'this file was imported before';
    const after = { ...imported, ...(continueFrom !== null && { continuedFrom: continueFrom }) };
    const subject = `statement ${name}`;
    await appendAudit(transaction, { who, why, approvedBy, action: 'import', subject, before: null, after });
    return `${imported.entries} bookings, ${imported.newEntries} of them new`;
  };
}
