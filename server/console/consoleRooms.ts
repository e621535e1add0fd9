import { actCalls } from './acts/calls.ts';
import { buyerCalls } from './buyers/calls.ts';
import { catalogCalls } from './catalog/calls.ts';
import type { ConsoleContext } from './consoleContext.ts';
import { deskCalls } from './desk/calls.ts';
import type { ConsoleHandlers } from './gateway/consoleHandlers.ts';
import { orderCalls } from './order/calls.ts';
import { ordersCalls } from './orders/calls.ts';
import { partnerCalls } from './partners/calls.ts';
import { peopleCalls } from './people/calls.ts';
import { personalCalls } from './personal/calls.ts';
import { providerCalls } from './providers/calls.ts';
import { pushCalls } from './push/calls.ts';
import { reconciliationCalls } from './reconciliation/calls.ts';
import { reportCalls } from './reports/calls.ts';
import { reviewCalls } from './reviews/calls.ts';
import { sessionCalls } from './session/calls.ts';
import { signOnCalls } from './signOn/calls.ts';
import { todayCalls } from './today/calls.ts';
import { treasuryCalls } from './treasury/calls.ts';

/** The calls of the console, bound to the rooms that answer them. */
export function consoleHandlers(context: ConsoleContext): ConsoleHandlers {
  return {
    ...sessionCalls(context),
    ...signOnCalls(context),
    ...actCalls(context),
    ...peopleCalls(context),
    ...deskCalls(context),
    ...ordersCalls(context),
    ...orderCalls(context),
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
