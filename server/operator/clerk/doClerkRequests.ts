import { timeOf } from '../../configuration/rowChange.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { statementTime } from '../../platform/persons/statementTime.ts';
import { areFilesAnswered, findAskedFile, forgetAnsweredFiles } from '../askedFileStore.ts';
import { hashOfFile } from '../hashOfFile.ts';
import { judgeRequest, refuseUnsigned } from '../persons/judgeRequest.ts';
import {
  approvedClerkRequests,
  isForClerk,
  type OperatorRequest,
  settleRequest,
  takeRequest,
} from '../requestStore.ts';
import { clerkActs, type Write } from './clerkActs.ts';
import type { ClerkContext } from './clerkContext.ts';
import { whyRefused } from './whyRefused.ts';

/** Does what persons have asked of the configuration, the books, buyers and partners. One that fails keeps no other back. */
export async function doClerkRequests(context: ClerkContext & { readonly log: Log }): Promise<void> {
  if (await areFilesAnswered(context.database)) await context.database.transaction(forgetAnsweredFiles);
  for (const request of await approvedClerkRequests(context.database)) {
    const { id, action } = request;
    try {
      await doClerkRequest(context, request);
    } catch (error) {
      context.log.error({ error, request: id, action }, "an operator's request failed");
    }
  }
}

/**
 * Does one that persons have signed, and two where it takes two; what it does, its end and its line of the history are
 * committed together. The row is believed in nothing. One at a time waits for it, by the clock that statements are judged by:
 * the database's could be turned on.
 */
export async function doClerkRequest(context: ClerkContext, request: OperatorRequest): Promise<void> {
  if (!isForClerk(request)) return;
  const notBefore = timeOf(request);
  if (notBefore && notBefore > (await statementTime(context))) return;
  const judged = await judgeRequest(context, request, () => statementOf(context, request));
  if (judged.kind === 'refused') {
    await refuseUnsigned(context, request, judged.reason);
    return;
  }
  try {
    const write = await clerkActs[request.action](context, request);
    await end(context, request, 'done', write);
  } catch (error) {
    const why = whyRefused(error);
    if (why === undefined) throw error;
    await end(context, request, 'refused', async (transaction) => {
      if (notBefore) await tellNotMade(transaction, request, why);
      return why;
    });
  }
}

/** Nobody looks when the time of a change comes: one that is not made calls somebody. */
async function tellNotMade(
  transaction: Transaction,
  { id, action, subject, who, approvedBy }: OperatorRequest,
  why: string,
): Promise<void> {
  await raiseAlert(transaction, {
    key: `change_not_made:${id}`,
    orderId: null,
    kind: 'change_not_made',
    facts: { request: id, action, subject, who, approvedBy, why },
  });
}

/** Nothing where another worker has taken it. */
async function end(
  { database }: ClerkContext,
  { id }: OperatorRequest,
  status: 'done' | 'refused',
  write: Write,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if (!(await takeRequest(transaction, id))) return;
    await settleRequest(transaction, id, { status, result: await write(transaction) });
    await forgetAnsweredFiles(transaction);
  });
}

/** The file of an import, where it is the one that was signed. */
async function statementOf({ database, bankFiles }: ClerkContext, { action, id, input }: OperatorRequest) {
  if (action !== 'import') return undefined;
  const file = await findAskedFile(database, id);
  return file && hashOfFile(file.bytes).toString('hex') === input['sha256'] ? { bankFiles, file } : undefined;
}
