import type { TreasuryWrite } from '../../action/action.ts';
import { createRefusal } from '../../action/requests/requestOutcome.ts';
import {
  lockRequest,
  type OperatorRequest,
  readApprovedRequests,
  settleRequest,
} from '../../action/requests/requestStore.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import { isUniqueViolation } from '../../platform/database/database.ts';
import { BEING_SENT_TEXT } from '../../treasury/actions/judgeWithdrawal.ts';
import { findAction, listActionNames } from '../actions.ts';
import type { TreasuryRequestContext } from '../operatorAction.ts';
import { judgeRequest, refuseUnsigned } from '../persons/judgeRequest.ts';

/** Executes the approved requests of the treasury, and refuses those without valid signatures. */
export async function executeTreasuryRequests(context: TreasuryRequestContext): Promise<void> {
  for await (const request of readApprovedRequests(context.database, { among: listActionNames('treasury') })) {
    const { id, action } = request;
    try {
      await executeRequest(context, request);
    } catch (error) {
      context.log.error({ error, request: id, action }, "an operator's request failed");
    }
  }
}

/** Texts for constraint violations that would recur on every retry. */
const CONSTRAINT_REFUSALS: Readonly<Record<string, string>> = {
  one_withdrawal_being_sent: BEING_SENT_TEXT,
  ledger_transactions_key_key: 'it is already booked',
};

async function executeRequest(context: TreasuryRequestContext, request: OperatorRequest): Promise<void> {
  const { id, action } = request;
  const settle = (work: TreasuryWrite) =>
    context.database.transaction(async (transaction) => {
      if (!(await lockRequest(transaction, id))) return;
      const outcome = await work(transaction);
      await settleRequest(transaction, id, outcome);
      const { who, why, approvedBy, subject, input } = request;
      const after = { ...outcome, ...input };
      await appendAuditLine(transaction, { who, why, approvedBy, action, subject, before: null, after });
    });
  const found = findAction(action);
  const judged = await judgeRequest(context, found, request);
  if (judged.kind === 'refused') {
    await refuseUnsigned(context, request, judged.reason);
    return;
  }
  if (found?.doneBy !== 'treasury') throw new Error(`the treasury worker cannot execute ${action}`);
  const write = await found.execute(context, { ...request, input: judged.input, subjectKind: found.subject });
  if (write === 'later') return;
  try {
    await settle(write);
  } catch (error) {
    const [, why] =
      Object.entries(CONSTRAINT_REFUSALS).find(([constraint]) => isUniqueViolation(error, constraint)) ?? [];
    if (why === undefined) throw error;
    await settle(async () => createRefusal(why));
  }
}
