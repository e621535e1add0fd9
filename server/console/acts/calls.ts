import type { OperatorRequest } from '../../operator/requestStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf, ConsolePerson } from '../gateway/consoleHandlers.ts';
import { answerAct, requireShown } from './answerAct.ts';
import { askAct } from './askAct.ts';
import { sendEvidence } from './sendEvidence.ts';
import { shownRequest, viewing } from './shownRequest.ts';

/** What persons ask for, and answer. */
export function actCalls(context: ConsoleContext): ConsoleHandlersOf<'ask' | 'answer' | 'request' | 'sendEvidence'> {
  const shown = async (request: OperatorRequest, person: ConsolePerson) =>
    shownRequest(request, await viewing(context, person));
  return {
    ask: async (input, { person }) => shown(await askAct(context, input, person), person),
    sendEvidence: async (input, { person }) => shown(await sendEvidence(context, input, person), person),
    answer: async (input, { person }) => shown(await answerAct(context, input, person), person),
    request: async ({ id }, { person }) => shown(await requireShown(context, id), person),
  };
}
