import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';
import { readOrderPage } from './orderPage.ts';

/** An order: what does it wait for, until when, what then? */
export function orderCalls(context: ConsoleContext): ConsoleHandlersOf<'order'> {
  return { order: ({ orderNo }, { person }) => readOrderPage(context, orderNo, person) };
}
