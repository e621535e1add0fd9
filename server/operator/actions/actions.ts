import type { Order } from '../../purchase/order/order.ts';
import { findOrder } from '../../purchase/order/orderStore.ts';
import { type OperatorContext, type RequestOutcome, refusedAs } from '../decide.ts';
import type { OperatorAction, OrderAction } from '../requestActions.ts';
import type { OperatorRequest } from '../requestStore.ts';
import { bankActions } from './bankActions.ts';
import { buyerActions } from './buyerActions.ts';
import { holdActions } from './holdActions.ts';
import { payoutActions } from './payoutActions.ts';
import { returnActions } from './returnActions.ts';

type Action = (context: OperatorContext, request: OperatorRequest) => Promise<RequestOutcome>;
/** As {@link Action}, with the order that the request is about. */
export type OnOrder = (context: OperatorContext, request: OperatorRequest, order: Order) => Promise<RequestOutcome>;

const orderActions: Readonly<Record<OrderAction, OnOrder>> = { ...holdActions, ...bankActions, ...payoutActions };

/** What a worker does for each word of an operator. */
export const actions = {
  ...(Object.fromEntries(Object.entries(orderActions).map(([word, act]) => [word, onOrder(act)])) as Record<
    OrderAction,
    Action
  >),
  ...returnActions,
  ...buyerActions,
} satisfies Record<OperatorAction, Action>;

function onOrder(act: OnOrder): Action {
  return async (context, request) => {
    const order = await findOrder(context.database, request.subject);
    return order ? act(context, request, order) : refusedAs('there is no such order');
  };
}
