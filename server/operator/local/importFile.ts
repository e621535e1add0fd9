import { readSettings } from '../../configuration/readSettings.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import { importStatement } from '../../purchase/payment/importStatement.ts';
import { type FileByHand, findAskedFile, forgetAskedFile } from '../askedFileStore.ts';
import { CommandError } from '../commandError.ts';
import { hashOfFile } from '../hashOfFile.ts';
import { type OperatorRequest, settleRequest } from '../requestStore.ts';
import type { LocalContext } from './localContext.ts';

/** Imports what was asked for. Throws {@link CommandError} for a file that is not believed, or is another one. */
export async function importFile(context: LocalContext, request: OperatorRequest): Promise<string> {
  const { database } = context;
  const settle = (status: 'done' | 'refused', result: string) =>
    database.transaction(async (transaction) => {
      await settleRequest(transaction, request.id, { status, result });
      await forgetAskedFile(transaction, request.id);
    });
  try {
    const said = await importAsked(context, request, await findAskedFile(database, request.id));
    await settle('done', said);
    return said;
  } catch (error) {
    if (error instanceof CommandError) await settle('refused', error.message);
    throw error;
  }
}

async function importAsked(
  { database, bankFiles }: LocalContext,
  { who, why, approvedBy, input }: OperatorRequest,
  { name, bytes, continueFrom }: FileByHand,
): Promise<string> {
  if (hashOfFile(bytes).toString('hex') !== input['sha256'] || (continueFrom ?? '') !== input['continueFrom'])
    throw new CommandError('the file is not the one that was asked for');
  const { catalog } = await readSettings(database);
  const imported = await importStatement(
    { database, bankFiles, catalog },
    { name, bytes, importedBy: approvedBy === null ? who : `${who}, ${approvedBy}` },
    continueFrom ?? undefined,
  );
  if (imported.kind === 'refused') throw new CommandError(imported.detail);
  if (imported.kind === 'known_file') return 'this file was imported before';
  const after = { ...imported, ...(continueFrom !== null && { continuedFrom: continueFrom }) };
  const subject = `statement ${name}`;
  await database.transaction((transaction) =>
    appendAudit(transaction, { who, why, approvedBy, action: 'import', subject, before: null, after }),
  );
  return `${imported.entries} bookings, ${imported.newEntries} of them new`;
}
