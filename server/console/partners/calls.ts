import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';
import { readEvent, readEventLog } from './eventLog.ts';
import { previewShares } from './owedShares.ts';
import { shownPartner, shownPartners } from './shownPartners.ts';

/** The sites that open Slipway. Whatever is done about them is asked for like every other act. */
export function partnerCalls(
  context: ConsoleContext,
): ConsoleHandlersOf<'partners' | 'partner' | 'previewShares' | 'deliveries' | 'delivery'> {
  return {
    partners: () => shownPartners(context),
    partner: ({ id }, { person }) => shownPartner(context, id, person),
    previewShares: (input, { person }) => previewShares(context, input, person),
    deliveries: (input) => readEventLog(context, input),
    delivery: (input) => readEvent(context, input),
  };
}
