import { actCalls } from './acts/calls.ts';
import type { ConsoleContext } from './consoleContext.ts';
import { deskCalls } from './desk/calls.ts';
import type { ConsoleHandlers } from './gateway/consoleHandlers.ts';
import { orderCalls } from './order/calls.ts';
import { ordersCalls } from './orders/calls.ts';
import { peopleCalls } from './people/calls.ts';
import { sessionCalls } from './session/calls.ts';

/** The calls of the console, bound to the rooms that answer them. */
export function consoleHandlers(context: ConsoleContext): ConsoleHandlers {
  return {
    ...sessionCalls(context),
    ...actCalls(context),
    ...peopleCalls(context),
    ...deskCalls(context),
    ...ordersCalls(context),
    ...orderCalls(context),
  };
}
