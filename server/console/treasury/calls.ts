import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';
import { movesPage } from './moves/movesPage.ts';
import { previewMove } from './moves/previewMove.ts';
import { shownTransfer } from './shownTransfer.ts';
import { treasuryPage } from './treasuryPage.ts';

/** Our own money, and what may be asked for of it. */
export function treasuryCalls(
  context: ConsoleContext,
): ConsoleHandlersOf<'treasury' | 'transfer' | 'moves' | 'previewMove'> {
  return {
    treasury: (_input, { person }) => treasuryPage(context, person),
    transfer: ({ id }, { person }) => shownTransfer(context, id, person),
    moves: (_input, { person }) => movesPage(context, person),
    previewMove: (input, { person }) => previewMove(context, input, person),
  };
}
