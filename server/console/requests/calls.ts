import type { OperatorRequest } from '../../action/requests/requestStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersFor, ConsolePerson } from '../gateway/consoleHandlers.ts';
import { answerWithStatements, submitRequests } from '../requests/bulkRequests.ts';
import { answerWithStatement, requireOperatorRequest } from './answerWithStatement.ts';
import { loadRequestViewContext, presentRequest } from './presentRequest.ts';
import { requestAlertAddress } from './requestAlertAddress.ts';
import { submitEvidenceRequest } from './submitEvidenceRequest.ts';
import { submitRequest } from './submitRequest.ts';

/** Handlers that create and answer requests. */
export function requestCalls(
  context: ConsoleContext,
): ConsoleHandlersFor<
  'requestAction' | 'requestActions' | 'answer' | 'answerRequests' | 'request' | 'sendEvidence' | 'requestAlertAddress'
> {
  const present = async (request: OperatorRequest, person: ConsolePerson) =>
    presentRequest(request, await loadRequestViewContext(context, person));
  return {
    requestAction: async (input, { person }) => present(await submitRequest(context, input, person), person),
    requestActions: async (input, { person }) => {
      const requests = await submitRequests(context, input, person);
      const viewContext = await loadRequestViewContext(context, person);
      return { list: requests.map((request) => presentRequest(request, viewContext)) };
    },
    answerRequests: async (input, { person }) => {
      const answered = await answerWithStatements(context, input, person);
      const viewContext = await loadRequestViewContext(context, person);
      return {
        list: answered.map(({ request, failed }) => ({ request: presentRequest(request, viewContext), failed })),
      };
    },
    sendEvidence: async (input, { person }) => present(await submitEvidenceRequest(context, input, person), person),
    requestAlertAddress: async (input, { person }) =>
      present(await requestAlertAddress(context, input, person), person),
    answer: async (input, { person }) => present(await answerWithStatement(context, input, person), person),
    request: async ({ id }, { person }) => present(await requireOperatorRequest(context, id), person),
  };
}
