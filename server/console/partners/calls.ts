import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';
import { readEvent, readEventLog } from './eventLog.ts';
import { shownPartner, shownPartners } from './shownPartners.ts';

/** The sites that open Slipway. Whatever is done about them is asked for like every other act. */
export function partnerCalls(
  context: ConsoleContext,
): ConsoleHandlersOf<'partners' | 'partner' | 'deliveries' | 'delivery'> {
  return {
    partners: () => shownPartners(context),
    partner: ({ id }, { person }) => shownPartner(context, id, person),
    deliveries: (input) => readEventLog(context, input),
    delivery: (input) => readEvent(context, input),
  };
}
