import { accountMarks, buyerBlockedBy, insertBlock } from '../../account/blockStore.ts';
import { lockBuyer, openAccountOf } from '../../account/buyerStore.ts';
import { countOpenOrders } from '../../account/erasureStore.ts';
import { applyEvent, findTransition } from '../../purchase/order/applyEvent.ts';
import type { OrderEvent } from '../../purchase/order/events.ts';
import { BLOCKED_REASON } from '../../purchase/order/order.ts';
import { lockOrder } from '../../purchase/order/orderStore.ts';
import { ordersToStop } from '../buyer/buyerStandingStore.ts';
import { type OperatorContext, type RequestOutcome, settle } from '../decide.ts';
import type { OperatorRequest } from '../requestStore.ts';
import type { Deed } from './onBuyer.ts';

/**
 * From its commit on no order is made and no payment begun. Of an account that was closed meanwhile, the one that bears its
 * address at present is blocked, or none yet: the mark waits for it.
 */
export const blockAccount: Deed = async ({ keys }, request, { transaction, buyer, standing }) => {
  const [accountMark] = accountMarks(keys.accountMark, buyer);
  const heir = standing.closedAt ? await openAccountOf(transaction, buyer) : undefined;
  if (heir !== undefined) await lockBuyer(transaction, heir);
  const isMade = await insertBlock(transaction, { requestId: request.id, buyerId: heir ?? buyer.id, accountMark });
  return isMade ? 'the account is blocked' : { why: 'The account is blocked already.' };
};

/**
 * Asks every order of the blocked account that can still take money or send coins to hold, by the machine's own word. Each is
 * looked at behind its own lock, after the block was committed: a payment that had begun before is found, none begins after.
 */
export async function stopOrders(context: OperatorContext, request: OperatorRequest): Promise<RequestOutcome> {
  const { database, machine } = context;
  const buyerId = await buyerBlockedBy(database, request.id);
  const stopped: string[] = [];
  for (const orderId of buyerId === undefined ? [] : await ordersToStop(database, buyerId)) {
    const event: OrderEvent = {
      kind: 'risk_flagged',
      key: `operator:${request.id}:blocked`,
      facts: { reason: BLOCKED_REASON },
    };
    await database.transaction(async (transaction) => {
      const { order, now } = await lockOrder(transaction, orderId);
      if (!findTransition(order.status, event, { order, now })) return;
      const { order: after } = await applyEvent(machine, transaction, orderId, event);
      if (after.status === 'on_hold' || after.holdRequested) stopped.push(order.orderNo);
    });
  }
  const open = buyerId === undefined ? 0 : await countOpenOrders(database, buyerId);
  return settle(context, request, { status: 'done', result: `the account is blocked; ${heldWords(open, stopped)}` });
}

function heldWords(open: number, held: readonly string[]): string {
  if (open === 0) return 'it has no open orders';
  const orders = open === 1 ? '1 open order' : `${open} open orders`;
  return held.length === 0
    ? `of ${orders}, none could be put on hold`
    : `of ${orders}, ${held.length} put on hold: ${held.join(', ')}`;
}
