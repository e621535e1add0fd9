import { findAskedFile } from '../askedFileStore.ts';
import { CommandError } from '../commandError.ts';
import { hashOfFile } from '../hashOfFile.ts';
import { outcomeOf } from '../outcomeOf.ts';
import { judgeRequest, refuseUnsigned } from '../persons/judgeRequest.ts';
import { findRequest, isLocal, type LocalAction, type OperatorRequest } from '../requestStore.ts';
import { acceptDifference } from './acceptDifference.ts';
import { acceptList } from './acceptList.ts';
import { changeRow } from './changeRow.ts';
import { importFile } from './importFile.ts';
import type { LocalContext } from './localContext.ts';
import { decideAsked } from './reviewBuyer.ts';
import { sealOrders } from './sealOrders.ts';

type Local = (context: LocalContext, request: OperatorRequest) => Promise<string>;

const locals: Readonly<Record<LocalAction, Local>> = {
  set: changeRow,
  remove: changeRow,
  'accept-difference': acceptDifference,
  'accept-list': acceptList,
  import: importFile,
  review: decideAsked,
  'seal-orders': sealOrders,
};

/**
 * Does what has been asked for and, where needed, agreed to: here, or by waiting for a worker. Throws {@link CommandError}
 * where the statements behind it do not say so.
 */
export async function carryOut(context: LocalContext, id: number): Promise<string> {
  const request = await findRequest(context.database, id);
  if (!request) throw new CommandError(`there is no request ${id}`);
  if (!isLocal(request)) return outcomeOf(context.database, id);
  if (request.status !== 'approved') throw new CommandError(`request ${id} is ${request.status}`);
  const judged = await judgeRequest(context, request, await statementOf(context, request));
  if (judged.kind === 'refused') throw new CommandError(await refuseUnsigned(context, request, judged.reason));
  return locals[request.action](context, request);
}

/** The file of an import, where it is the one that was signed. */
async function statementOf({ database, bankFiles }: LocalContext, { action, id, input }: OperatorRequest) {
  if (action !== 'import') return undefined;
  const file = await findAskedFile(database, id);
  return hashOfFile(file.bytes).toString('hex') === input['sha256'] ? { bankFiles, file } : undefined;
}
