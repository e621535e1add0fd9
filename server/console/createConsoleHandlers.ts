import { buyerCalls } from './buyers/calls.ts';
import { catalogCalls } from './catalog/calls.ts';
import { collaborationCalls } from './collaboration/calls.ts';
import type { ConsoleContext } from './consoleContext.ts';
import type { ConsoleHandlers } from './gateway/consoleHandlers.ts';
import { orderPageCalls } from './order/calls.ts';
import { orderListCalls } from './orders/calls.ts';
import { partnerCalls } from './partners/calls.ts';
import { peopleCalls } from './people/calls.ts';
import { personalCalls } from './personal/calls.ts';
import { providerCalls } from './providers/calls.ts';
import { pushCalls } from './push/calls.ts';
import { reconciliationCalls } from './reconciliation/calls.ts';
import { reportCalls } from './reports/calls.ts';
import { requestCalls } from './requests/calls.ts';
import { reviewCalls } from './reviews/calls.ts';
import { sessionCalls } from './session/calls.ts';
import { signOnCalls } from './signOn/calls.ts';
import { todayCalls } from './today/calls.ts';
import { treasuryCalls } from './treasury/calls.ts';

/** Returns the handlers of all console calls. */
export function createConsoleHandlers(context: ConsoleContext): ConsoleHandlers {
  return {
    ...sessionCalls(context),
    ...signOnCalls(context),
    ...requestCalls(context),
    ...peopleCalls(context),
    ...collaborationCalls(context),
    ...orderListCalls(context),
    ...orderPageCalls(context),
    ...todayCalls(context),
    ...treasuryCalls(context),
    ...reconciliationCalls(context),
    ...partnerCalls(context),
    ...reportCalls(context),
    ...catalogCalls(context),
    ...providerCalls(context),
    ...reviewCalls(context),
    ...buyerCalls(context),
    ...personalCalls(context),
    ...pushCalls(context),
  };
}
