import { actions } from './actions/actions.ts';
import { type OperatorContext, type RequestOutcome, settle } from './decide.ts';
import { judgeRequest, refuseUnsigned } from './persons/judgeRequest.ts';
import type { OperatorAction } from './requestActions.ts';
import { approvedRequests, type OperatorRequest } from './requestStore.ts';

/**
 * Does what operators have asked for and, where needed, a second person has agreed to, by the statements that they have
 * signed. One that fails keeps no other back.
 */
export async function doRequests(context: OperatorContext): Promise<void> {
  for (const request of await approvedRequests(context.database)) {
    const { id, action } = request;
    try {
      const done = await doRequest(context, request);
      if (done !== 'later') context.log.info({ request: id, action, ...done }, "an operator's request");
    } catch (error) {
      context.log.error({ error, request: id, action }, "an operator's request failed");
    }
  }
}

async function doRequest(context: OperatorContext, request: OperatorRequest): Promise<RequestOutcome> {
  const judged = await judgeRequest(context, request);
  if (judged.kind === 'refused')
    return { status: 'refused', result: await refuseUnsigned(context, request, judged.reason) };
  const done = await actions[request.action as OperatorAction](context, request);
  if (done !== 'later' && done.status === 'refused') await settle(context, request, done);
  return done;
}
