import type { RequestResult } from '../../action/requests/requestOutcome.ts';
import {
  lockRequest,
  type OperatorRequest,
  readApprovedEvidenceRequests,
  settleRequest,
} from '../../action/requests/requestStore.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import { findAction, listActionNames } from '../actions.ts';
import type { EvidenceRequestContext } from '../operatorAction.ts';
import { judgeRequest, refuseUnsigned } from '../persons/judgeRequest.ts';

/**
 * Sends the evidence of signed requests to the acquirer, and refuses requests without a valid signature. This is a separate task,
 * so that uploads of megabytes do not delay other requests.
 */
export async function executeEvidenceRequests(context: EvidenceRequestContext): Promise<void> {
  for await (const request of readApprovedEvidenceRequests(context.database, listActionNames('disputes'))) {
    const { id, action } = request;
    try {
      await executeRequest(context, request);
    } catch (error) {
      context.log.error({ error, request: id, action }, "an operator's request failed");
    }
  }
}

async function executeRequest(context: EvidenceRequestContext, request: OperatorRequest): Promise<void> {
  const action = findAction(request.action);
  const judged = await judgeRequest(context, action, request);
  if (judged.kind === 'refused') {
    await refuseUnsigned(context, request, judged.reason);
    return;
  }
  if (action?.doneBy !== 'disputes') throw new Error(`no dispute is answered by ${request.action}`);
  const outcome = await action.execute(context, { ...request, input: judged.input, subjectKind: action.subject });
  if (outcome !== 'later') await finishRequest(context, request, outcome);
}

/** Writes the request's end and its audit entry; does nothing if another worker has written them. */
async function finishRequest(
  { database }: EvidenceRequestContext,
  request: OperatorRequest,
  outcome: RequestResult,
): Promise<void> {
  const { id, who, why, approvedBy, action, subject, input } = request;
  await database.transaction(async (transaction) => {
    if (!(await lockRequest(transaction, id))) return;
    await settleRequest(transaction, id, outcome);
    const after = { ...outcome, ...input };
    await appendAuditLine(transaction, {
      who,
      why,
      approvedBy,
      action,
      subject: `dispute ${subject}`,
      before: null,
      after,
    });
  });
}
