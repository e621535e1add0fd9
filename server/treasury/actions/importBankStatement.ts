import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { type ActionRequest, type ActionRequester, defineAction, optional } from '../../action/action.ts';
import type { ClerkContext, ClerkWrite } from '../../action/clerkContext.ts';
import type { CommandContext } from '../../action/command.ts';
import { CommandError } from '../../action/commandError.ts';
import { hashFile } from '../../action/requests/hashFile.ts';
import { findRequestFile, type ImportedBankFile, insertRequestFile } from '../../action/requests/requestFileStore.ts';
import { COMPLIANCE_OR_TREASURER, TREASURER } from '../../action/roles.ts';
import { readSettings } from '../../configuration/readSettings.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import { saveStatementFileInTransaction } from '../../purchase/payment/bankStatements/importStatementFile.ts';
import { isStatementFileImported } from '../../purchase/payment/bookings/reportedBookingStore.ts';
import { isBankFileAboveLimit } from './bankFileThreshold.ts';

const inputSchema = z.strictObject({ sha256: z.string(), continueFrom: optional() });

/** Imports a bank file by hand. The file is stored next to the request, whose signature covers the file's hash. */
export const importBankStatement = defineAction({
  name: 'import',
  subject: 'other',
  input: inputSchema,
  right: { requesters: TREASURER, approvers: COMPLIANCE_OR_TREASURER },
  secondPerson: {
    when: 'if its credits, with those of the same person’s imports of a day, are above `secondPersonAboveEuro`, or are not in EUR',
    holds: ({ statement, ...context }, request) =>
      statement ? isBankFileAboveLimit({ ...context, bankFiles: statement.bankFiles }, request, statement.file) : true,
  },
  title: (subject) => `Import the bank statement ${subject}`,
  money: 'Posts what the bank reports',
  command: {
    usage: 'import FILE [--continue-from OPENING-BALANCE]',
    about:
      'imports a bank statement (camt.053 or camt.054); files and bookings that are known count once; above the operator’s limit it needs two people. With --continue-from a statement is accepted although the previous one is missing',
    needsReason: true,
    async run(context, [path = ''], requester) {
      const bytes = await readFile(path).catch(() => {
        throw new CommandError(`${path || 'FILE'} cannot be read`);
      });
      const continueFrom = context.options['continue-from'] ?? null;
      return requestImport(context, { name: basename(path), bytes, continueFrom }, requester);
    },
  },
  doneBy: 'clerk',
  execute,
});

async function requestImport(
  { database, bankFiles }: CommandContext,
  file: ImportedBankFile,
  requester: ActionRequester,
): Promise<string> {
  const reading = bankFiles.readStatements(file.bytes);
  if (reading.kind !== 'ok') throw new CommandError(`${reading.reason}: ${reading.detail}`);
  if (await isStatementFileImported(database, hashFile(file.bytes))) return 'this file was already imported';
  const input = { sha256: hashFile(file.bytes).toString('hex'), continueFrom: file.continueFrom ?? '' };
  return requester.requestAndWait(
    { subject: file.name, input },
    {
      statement: { bankFiles, file },
      store: (transaction, requestId) => insertRequestFile(transaction, requestId, file),
    },
  );
}

async function execute(
  { database, bankFiles }: ClerkContext,
  request: ActionRequest<typeof inputSchema>,
): Promise<ClerkWrite> {
  const { id, who, why, approvedBy } = request;
  const file = await findRequestFile(database, id);
  if (!file) throw new CommandError('the file of this request is no longer stored: import it again');
  const { name, bytes, continueFrom } = file;
  const hash = hashFile(bytes);
  if (hash.toString('hex') !== request.input.sha256 || (continueFrom ?? '') !== request.input.continueFrom)
    throw new CommandError('the stored file, or its opening balance, differs from the signed one: import it again');
  const reading = await bankFiles.read(bytes);
  if (reading.kind === 'report') throw new CommandError('not_a_statement: a report on transfers');
  if (reading.kind === 'refused') throw new CommandError(`${reading.reason}: ${reading.detail}`);
  const { catalog } = await readSettings(database);
  const importedBy = approvedBy === null ? who : `${who}, ${approvedBy}`;
  return async (transaction) => {
    const importedFile = { name, importedBy, hash };
    const imported = await saveStatementFileInTransaction(
      transaction,
      catalog,
      importedFile,
      reading.value,
      continueFrom ?? undefined,
    );
    if (imported.kind === 'known_file') return 'this file was already imported';
    const after = { ...imported, ...(continueFrom !== null && { continuedFrom: continueFrom }) };
    const subject = `statement ${name}`;
    await appendAuditLine(transaction, { who, why, approvedBy, action: 'import', subject, before: null, after });
    return `${imported.entries} bookings, ${imported.newEntries} of them new`;
  };
}
