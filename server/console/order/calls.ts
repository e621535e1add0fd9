import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersFor } from '../gateway/consoleHandlers.ts';
import { readOrderPage } from './orderPage.ts';

/** Handlers for the order page. */
export function orderPageCalls(context: ConsoleContext): ConsoleHandlersFor<'order'> {
  return { order: ({ orderNo }, { person }) => readOrderPage(context, orderNo, person) };
}
