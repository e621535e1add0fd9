import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';
import { answerAct, requireShown } from './answerAct.ts';
import { askAct } from './askAct.ts';
import { sendEvidence } from './sendEvidence.ts';
import { shownRequest } from './shownRequest.ts';

/** What persons ask for, and answer. */
export function actCalls(context: ConsoleContext): ConsoleHandlersOf<'ask' | 'answer' | 'request' | 'sendEvidence'> {
  const { database, persons } = context;
  return {
    ask: async (input, { person }) =>
      shownRequest(await askAct(context, input, person), await persons(database), person),
    sendEvidence: async (input, { person }) =>
      shownRequest(await sendEvidence(context, input, person), await persons(database), person),
    answer: async (input, { person }) =>
      shownRequest(await answerAct(context, input, person), await persons(database), person),
    request: async ({ id }, { person }) =>
      shownRequest(await requireShown(context, id), await persons(database), person),
  };
}
