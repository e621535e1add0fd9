import { endRequest, type RequestOutcome } from '../../action/requests/requestOutcome.ts';
import { type OperatorRequest, readApprovedRequests } from '../../action/requests/requestStore.ts';
import { findAction, listActionNames } from '../actions.ts';
import type { OperatorContext } from '../operatorAction.ts';
import { judgeRequest, refuseUnsigned } from '../persons/judgeRequest.ts';

/** Actions that other tasks execute. Requests for an unknown action are refused here. */
const ACTIONS_OF_OTHER_TASKS = (['clerk', 'treasury', 'disputes'] as const).flatMap(listActionNames);

/**
 * Executes the approved requests whose action the worker executes (`doneBy: 'worker'`), and refuses those without valid
 * signatures. A failing request does not block others.
 */
export async function executeOperatorRequests(context: OperatorContext): Promise<void> {
  for await (const request of readApprovedRequests(context.database, { except: ACTIONS_OF_OTHER_TASKS })) {
    const { id, action } = request;
    try {
      const outcome = await executeRequest(context, request);
      if (outcome !== 'later') context.log.info({ request: id, action, ...outcome }, "an operator's request");
    } catch (error) {
      context.log.error({ error, request: id, action }, "an operator's request failed");
    }
  }
}

async function executeRequest(context: OperatorContext, request: OperatorRequest): Promise<RequestOutcome> {
  const action = findAction(request.action);
  const judged = await judgeRequest(context, action, request);
  if (judged.kind === 'refused')
    return { status: 'refused', result: await refuseUnsigned(context, request, judged.reason) };
  if (action?.doneBy !== 'worker') throw new Error(`the worker cannot execute ${request.action}`);
  const judgedRequest = { ...request, input: judged.input, subjectKind: action.subject };
  const outcome = await action.execute(context, judgedRequest);
  if (outcome !== 'later' && outcome.status === 'refused') await endRequest(context, judgedRequest, outcome);
  return outcome;
}
