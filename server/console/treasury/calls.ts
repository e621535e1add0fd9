import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersFor } from '../gateway/consoleHandlers.ts';
import { readAcquirerPayout, readAcquirerPayouts } from './acquirerPayouts.ts';
import { previewMove } from './moves/previewMove.ts';
import { readMoveForms } from './moves/readMoveForms.ts';
import { readTransferPage } from './readTransferPage.ts';
import { readTreasuryPage } from './readTreasuryPage.ts';

/** Handlers for the operator's money, and the actions on it. */
export function treasuryCalls(
  context: ConsoleContext,
): ConsoleHandlersFor<'treasury' | 'transfer' | 'moves' | 'previewMove' | 'payouts' | 'payout'> {
  return {
    treasury: (_input, { person }) => readTreasuryPage(context, person),
    transfer: ({ id }, { person }) => readTransferPage(context, id, person),
    moves: (_input, { person }) => readMoveForms(context, person),
    previewMove: (input, { person }) => previewMove(context, input, person),
    payouts: (input) => readAcquirerPayouts(context, input),
    payout: (input) => readAcquirerPayout(context, input),
  };
}
