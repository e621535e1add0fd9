import { changeCalls } from './changeCalls.ts';
import { deliveryCalls } from './deliveryCalls.ts';
import { keyCalls } from './keyCalls.ts';
import { memberCalls } from './memberCalls.ts';
import { orderCalls } from './orderCalls.ts';
import { overviewCalls } from './overviewCalls.ts';
import { pageCheckCalls } from './pageCheckCalls.ts';
import type { PartnerPageHandlers } from './partnerPageHandlers.ts';
import type { PartnerPagesContext } from './partnerPagesContext.ts';
import { purchaseSessionCalls } from './purchaseSessionCalls.ts';
import { sessionCalls } from './sessionCalls.ts';
import { shareCalls } from './shareCalls.ts';

/** Returns the handlers of all calls of the partner pages. */
export function createPartnerPageHandlers(context: PartnerPagesContext): PartnerPageHandlers {
  return {
    ...sessionCalls(context),
    ...overviewCalls(context),
    ...orderCalls(context),
    ...deliveryCalls(context),
    ...purchaseSessionCalls(context),
    ...shareCalls(context),
    ...pageCheckCalls(context),
    ...keyCalls(context),
    ...changeCalls(context),
    ...memberCalls(context),
  };
}
