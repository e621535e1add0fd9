import { askForRun } from '../../reconciliation/runStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';
import { reconciliationPage } from './reconciliationPage.ts';
import { runState } from './waitingStore.ts';

/** Whether every book agrees with ours. */
export function reconciliationCalls(context: ConsoleContext): ConsoleHandlersOf<'reconciliation' | 'checkNow'> {
  const { database } = context;
  return {
    reconciliation: (_input, { person }) => reconciliationPage(context, person),
    checkNow: async (_input, { person }) => {
      const { open } = await runState(database);
      return { run: open ?? (await askForRun(database, person.name)) };
    },
  };
}
