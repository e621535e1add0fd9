import type { ClerkContext, ClerkWrite } from '../../action/clerkContext.ts';
import { CommandError } from '../../action/commandError.ts';
import { hashFile } from '../../action/requests/hashFile.ts';
import { deleteFinishedRequestFiles, findRequestFile } from '../../action/requests/requestFileStore.ts';
import { lockRequest, type OperatorRequest, settleRequest } from '../../action/requests/requestStore.ts';
import { ConfigurationError } from '../../configuration/configurationKinds.ts';
import { readNotBefore } from '../../configuration/rowChange.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import { isDataException, isUniqueViolation, type Transaction } from '../../platform/database/database.ts';
import { readStatementTime } from '../../platform/persons/readStatementTime.ts';
import { StatementRefusedError } from '../../purchase/payment/bankStatements/statementRefusal.ts';
import type { OperatorAction } from '../operatorAction.ts';
import { judgeRequest, refuseUnsigned } from '../persons/judgeRequest.ts';

/** Returns the text for an error that would recur on every retry; undefined for any other. */
function findRefusalText(error: unknown): string | undefined {
  if (error instanceof CommandError || error instanceof ConfigurationError) return error.message;
  if (error instanceof StatementRefusedError) return `${error.reason}: ${error.message}`;
  if (isUniqueViolation(error, 'ledger_transactions_key_key')) return 'it is already booked';
  if (isUniqueViolation(error, 'ledger_transactions_reversed_once')) return 'it is already reversed';
  if (isDataException(error)) return `unstorable: ${error.message}`;
  return undefined;
}

/**
 * Executes a request that one person, or two where required, have signed. Its writes, its end and its audit entry are committed
 * together. The row is not trusted: its signatures are verified. A scheduled change waits for its time by the same clock as the
 * lifetime of statements, since the database's clock could be set forward.
 */
export async function executeClerkRequest(
  context: ClerkContext,
  action: OperatorAction & { readonly doneBy: 'clerk' },
  request: OperatorRequest,
): Promise<void> {
  const notBefore = readNotBefore(request);
  if (notBefore && notBefore > (await readStatementTime(context))) return;
  const judged = await judgeRequest(context, action, request, () => readImportedStatement(context, request));
  if (judged.kind === 'refused') {
    await refuseUnsigned(context, request, judged.reason);
    return;
  }
  try {
    const write = await action.execute(context, { ...request, input: judged.input, subjectKind: action.subject });
    await finishRequest(context, request, 'done', write);
  } catch (error) {
    const why = findRefusalText(error);
    if (why === undefined) throw error;
    await finishRequest(context, request, 'refused', async (transaction) => {
      if (notBefore) await raiseFailedChangeAlert(transaction, request, why);
      return why;
    });
  }
}

/** Raises an alert about a scheduled change that failed, since no person waits for its result. */
async function raiseFailedChangeAlert(
  transaction: Transaction,
  { id, action, subject, who, approvedBy }: OperatorRequest,
  why: string,
): Promise<void> {
  await raiseAlert(transaction, {
    key: `scheduled_change_refused:${id}`,
    orderId: null,
    kind: 'scheduled_change_refused',
    facts: { request: id, action, subject, who, approvedBy, why },
  });
}

/**
 * Runs the write, ends the request and deletes the files of ended requests in one transaction. Does nothing if another worker
 * has locked or ended the request.
 */
async function finishRequest(
  { database }: ClerkContext,
  { id }: OperatorRequest,
  status: 'done' | 'refused',
  write: ClerkWrite,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if (!(await lockRequest(transaction, id))) return;
    await settleRequest(transaction, id, { status, result: await write(transaction) });
    await deleteFinishedRequestFiles(transaction);
  });
}

/** Returns the file of an import, with the parser, if the file has the signed hash; undefined for any other request. */
async function readImportedStatement({ database, bankFiles }: ClerkContext, { action, id, input }: OperatorRequest) {
  if (action !== 'import') return undefined;
  const file = await findRequestFile(database, id);
  return file && hashFile(file.bytes).toString('hex') === input['sha256'] ? { bankFiles, file } : undefined;
}
