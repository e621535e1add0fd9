import { findOrdersToHold } from '../../../account/actions/buyerStateStore.ts';
import type { BuyerActionExecutor } from '../../../account/actions/createBuyerExecutor.ts';
import { computeAccountMarks, findBlockedBuyer, insertBlock } from '../../../account/blockStore.ts';
import { findOpenAccount, lockBuyer } from '../../../account/buyerStore.ts';
import { countOpenOrders } from '../../../account/deletion/erasureStore.ts';
import type { ActionRequest } from '../../../action/action.ts';
import { endRequest, type RequestOutcome } from '../../../action/requests/requestOutcome.ts';
import { applyEvent, findTransition } from '../../order/machine/applyEvent.ts';
import { BLOCKED_REASON } from '../../order/order.ts';
import type { OrderEvent } from '../../order/orderEventKinds.ts';
import { lockOrder } from '../../order/orderStore.ts';
import { type OrderActionContext } from '../applyDecision.ts';

/**
 * Blocks the account: after the commit it can make no order and begin no payment. If the account was closed meanwhile, this
 * blocks the open account with the same email address. If there is none, the stored mark blocks a later account.
 */
export const blockAccount: BuyerActionExecutor<OrderActionContext> = async (
  { keys },
  request,
  { transaction, buyer, state },
) => {
  const [accountMark] = computeAccountMarks(keys.accountMark, buyer);
  const openAccount = state.closedAt ? await findOpenAccount(transaction, buyer) : undefined;
  if (openAccount !== undefined) await lockBuyer(transaction, openAccount);
  const isInserted = await insertBlock(transaction, {
    requestId: request.id,
    buyerId: openAccount ?? buyer.id,
    accountMark,
  });
  return isInserted ? 'the account is blocked' : { why: 'The account is already blocked.' };
};

/**
 * Holds the blocked account's orders that can still take money or send coins, if the order machine permits it, and ends the
 * request. Call after the block is committed: then no further payment can begin, and each order's lock waits for a payment
 * that has begun.
 */
export async function holdBuyerOrders(context: OrderActionContext, request: ActionRequest): Promise<RequestOutcome> {
  const { database, machine } = context;
  const buyerId = await findBlockedBuyer(database, request.id);
  const heldOrders: string[] = [];
  for (const orderId of buyerId === undefined ? [] : await findOrdersToHold(database, buyerId)) {
    const event: OrderEvent = {
      kind: 'risk_flagged',
      key: `operator:${request.id}:blocked`,
      facts: { reason: BLOCKED_REASON },
    };
    await database.transaction(async (transaction) => {
      const { order, now } = await lockOrder(transaction, orderId);
      if (!findTransition(order.status, event, { order, now })) return;
      const { order: after } = await applyEvent(machine, transaction, orderId, event);
      if (after.status === 'on_hold' || after.holdRequested) heldOrders.push(order.orderNo);
    });
  }
  const open = buyerId === undefined ? 0 : await countOpenOrders(database, buyerId);
  return endRequest(context, request, {
    status: 'done',
    result: `the account is blocked; ${formatHeldOrders(open, heldOrders)}`,
  });
}

function formatHeldOrders(open: number, held: readonly string[]): string {
  if (open === 0) return 'it has no open orders';
  const orders = open === 1 ? '1 open order' : `${open} open orders`;
  return held.length === 0
    ? `of ${orders}, none could be put on hold`
    : `of ${orders}, ${held.length} put on hold: ${held.join(', ')}`;
}
