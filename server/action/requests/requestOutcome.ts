import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { ActionRequest } from '../action.ts';
import { lockRequest, settleRequest } from './requestStore.ts';

export type RequestResult = { readonly status: 'done' | 'refused'; readonly result: string };

/** `later`: an external system does not answer, or another worker executes or has ended the request. It is tried again. */
export type RequestOutcome = 'later' | RequestResult;

/** Ends a request and writes the audit entry, unless another worker has done so. `before`: the order's status, for the audit. */
export async function endRequest(
  { database }: { readonly database: Database },
  request: ActionRequest,
  outcome: RequestResult,
  before: string | null = null,
): Promise<RequestOutcome> {
  return database.transaction(async (transaction) => {
    if (!(await lockRequest(transaction, request.id))) return 'later';
    await recordOutcome(transaction, request, outcome, before);
    return outcome;
  });
}

/** Ends a locked request and writes the audit entry. `before`: the order's status before the execution. */
export async function recordOutcome(
  transaction: Transaction,
  request: ActionRequest,
  outcome: RequestResult,
  before: string | null,
): Promise<void> {
  await settleRequest(transaction, request.id, outcome);
  await appendAuditLine(transaction, {
    who: request.who,
    approvedBy: request.approvedBy,
    why: request.why,
    action: request.action,
    subject: `${request.subjectKind} ${request.subject}`,
    before: { status: before },
    after: { ...outcome, ...request.input },
  });
}

export function createRefusal(result: string): RequestResult {
  return { status: 'refused', result };
}
