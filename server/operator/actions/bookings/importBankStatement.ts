import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { readSettings } from '../../../configuration/readSettings.ts';
import { appendAuditLine } from '../../../platform/audit/auditStore.ts';
import { buildRequestArguments } from '../../../platform/persons/requestedAction.ts';
import { saveStatementFileInTransaction } from '../../../purchase/payment/bankStatements/importStatementFile.ts';
import { isStatementFileImported } from '../../../purchase/payment/bookings/reportedBookingStore.ts';
import { type Action, type ActionRequest, buildRequestAct, defineAction, optional } from '../../action.ts';
import type { ClerkContext, ClerkWrite } from '../../clerk/clerkContext.ts';
import type { CommandContext } from '../../command.ts';
import { CommandError } from '../../commandError.ts';
import { signAndSaveStatement } from '../../persons/signAndSaveStatement.ts';
import { hashFile } from '../../requests/hashFile.ts';
import { executeOrAwaitRequest, formatApprovalHint } from '../../requests/requestAction.ts';
import { findRequestFile, type ImportedBankFile, insertRequestFile } from '../../requests/requestFileStore.ts';
import { insertRequest } from '../../requests/requestStore.ts';
import { COMPLIANCE_OR_TREASURER, TREASURER } from '../../roles.ts';
import { isApprovalNeeded } from '../../thresholds/approvalThreshold.ts';
import { isBankFileAboveLimit } from '../../thresholds/bankFileThreshold.ts';

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
    async run(context, [path = ''], action) {
      const bytes = await readFile(path).catch(() => {
        throw new CommandError(`${path || 'FILE'} cannot be read`);
      });
      const continueFrom = context.options['continue-from'] ?? null;
      return requestImport(context, action, { name: basename(path), bytes, continueFrom });
    },
  },
  doneBy: 'clerk',
  execute,
});

async function requestImport(context: CommandContext, action: Action, file: ImportedBankFile): Promise<string> {
  const { database, bankFiles, who, why } = context;
  const reading = bankFiles.readStatements(file.bytes);
  if (reading.kind !== 'ok') throw new CommandError(`${reading.reason}: ${reading.detail}`);
  if (await isStatementFileImported(database, hashFile(file.bytes))) return 'this file was already imported';
  const input = { sha256: hashFile(file.bytes).toString('hex'), continueFrom: file.continueFrom ?? '' };
  const request = { action: action.name, subject: file.name, input, who, why };
  const needsApproval = await isApprovalNeeded({ database, statement: { bankFiles, file } }, action, request);
  const requestStatement = await signAndSaveStatement(context, buildRequestAct(action), buildRequestArguments(request));
  const id = await database.transaction(async (transaction) => {
    const requestId = await insertRequest(transaction, request, { needsSecondPerson: needsApproval, requestStatement });
    await insertRequestFile(transaction, requestId, file);
    return requestId;
  });
  return needsApproval ? formatApprovalHint(context, action, request, id) : executeOrAwaitRequest(context, action, id);
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
