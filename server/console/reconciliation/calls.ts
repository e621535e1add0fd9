import { requestRun } from '../../reconciliation/reconciliationRunStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersFor } from '../gateway/consoleHandlers.ts';
import { readReconciliationPage } from './readReconciliationPage.ts';
import { readRunState } from './reconciliationPageStore.ts';

/** Handlers for reconciliation. */
export function reconciliationCalls(context: ConsoleContext): ConsoleHandlersFor<'reconciliation' | 'checkNow'> {
  const { database } = context;
  return {
    reconciliation: (_input, { person }) => readReconciliationPage(context, person),
    checkNow: async (_input, { person }) => {
      const { open } = await readRunState(database);
      return { run: open ?? (await requestRun(database, person.name)) };
    },
  };
}
