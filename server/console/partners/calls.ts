import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersFor } from '../gateway/consoleHandlers.ts';
import { readEventLog, readPartnerEvent } from './eventLog.ts';
import { previewShares } from './partnerShares.ts';
import { readPartnerList, readPartnerPage } from './readPartners.ts';

/** Handlers for partners. Changes are requested with `requestAction`, like every other action. */
export function partnerCalls(
  context: ConsoleContext,
): ConsoleHandlersFor<'partners' | 'partner' | 'previewShares' | 'deliveries' | 'delivery'> {
  return {
    partners: () => readPartnerList(context),
    partner: ({ id }, { person }) => readPartnerPage(context, id, person),
    previewShares: (input, { person }) => previewShares(context, input, person),
    deliveries: (input) => readEventLog(context, input),
    delivery: (input) => readPartnerEvent(context, input),
  };
}
