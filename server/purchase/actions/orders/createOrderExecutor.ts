import type { ActionRequest } from '../../../action/action.ts';
import { createRefusal, type RequestOutcome } from '../../../action/requests/requestOutcome.ts';
import type { Order } from '../../order/order.ts';
import { findOrder } from '../../order/orderStore.ts';
import { type OrderActionContext } from '../applyDecision.ts';

/** Returns an executor that runs `act` on the request's order, or refuses the request if there is no such order. */
export function createOrderExecutor<Request extends ActionRequest>(
  act: (context: OrderActionContext, request: Request, order: Order) => Promise<RequestOutcome>,
) {
  return async (context: OrderActionContext, request: Request): Promise<RequestOutcome> => {
    const order = await findOrder(context.database, request.subject);
    return order ? act(context, request, order) : createRefusal('there is no such order');
  };
}

/** Reads a command whose only argument is an order's number. */
export function readOrderCommand(_: unknown, [orderNo = '']: readonly string[]) {
  return { subject: orderNo, input: {} };
}

/** The facts of the event with which an operator holds or freezes an order. */
export const OPERATOR_HOLD_FACTS = { reason: 'operator' };
