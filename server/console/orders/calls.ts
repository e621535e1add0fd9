import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf } from '../gateway/consoleHandlers.ts';
import { exportOrders, listOrders } from './listOrders.ts';

/** Orders: find it. */
export function ordersCalls(context: ConsoleContext): ConsoleHandlersOf<'orders' | 'exportOrders'> {
  return {
    orders: (input) => listOrders(context, input),
    exportOrders: (input) => exportOrders(context, input),
  };
}
