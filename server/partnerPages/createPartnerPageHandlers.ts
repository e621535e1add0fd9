import { memberCalls } from './memberCalls.ts';
import { orderCalls } from './orderCalls.ts';
import { overviewCalls } from './overviewCalls.ts';
import type { PartnerPageHandlers } from './partnerPageHandlers.ts';
import type { PartnerPagesContext } from './partnerPagesContext.ts';
import { sessionCalls } from './sessionCalls.ts';

/** Returns the handlers of all calls of the partner pages. */
export function createPartnerPageHandlers(context: PartnerPagesContext): PartnerPageHandlers {
  return {
    ...sessionCalls(context),
    ...overviewCalls(context),
    ...orderCalls(context),
    ...memberCalls(context),
  };
}
