import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';
import { treasuryPage } from './treasuryPage.ts';

/** Our own money. */
export function treasuryCalls(context: ConsoleContext): ConsoleHandlersOf<'treasury'> {
  return { treasury: (_input, { person }) => treasuryPage(context, person) };
}
