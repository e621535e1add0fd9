import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersFor } from '../gateway/consoleHandlers.ts';
import { exportOrders, listOrders } from './listOrders.ts';

/** Handlers that list, search and export orders. */
export function orderListCalls(context: ConsoleContext): ConsoleHandlersFor<'orders' | 'exportOrders'> {
  return {
    orders: (input) => listOrders(context, input),
    exportOrders: (input) => exportOrders(context, input),
  };
}
