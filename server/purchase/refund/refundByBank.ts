import { amountOf } from '@slipway/money/amount.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { applyEvent, type OrderMachine } from '../order/applyEvent.ts';
import { surplusHere } from '../order/claimPostings.ts';
import { isReceived, owedAmount } from '../order/order.ts';
import { capturedPayments } from '../order/orderEventStore.ts';
import { lockOrder } from '../order/orderStore.ts';
import { insertBankRefund, liveBankRefunds } from './bankRefundStore.ts';
import type { Creditor, Redirected } from './redirectRefund.ts';
import { hasFailedRefund, refundUnderWay } from './refundStore.ts';
import { newRefundId } from './requestBankRefunds.ts';

/**
 * Gives the money of a card order back by a transfer, where the acquirer cannot: a card that was closed takes no refund.
 * Only once the acquirer has failed to; all that is still owed, else what came beyond the price, and
 * only while no refund of the acquirer is undecided. A held order goes back to `refunding`.
 */
export async function refundByBank(
  machine: OrderMachine,
  transaction: Transaction,
  orderId: number,
  creditor: Creditor,
  key: string,
): Promise<Redirected> {
  const { order } = await lockOrder(transaction, orderId);
  const held = order.status === 'on_hold';
  if (isReceived(order)) return refused('it was paid by transfer: `pay-to REFUND` says where its refund goes');
  if (order.frozen) return refused('it is frozen: unfreeze it first');
  const givesBack = held
    ? order.heldFrom === 'refunding' || order.heldFrom === 'refunded'
    : order.status === 'refunding';
  const purpose = givesBack && owedAmount(order).units > 0n ? 'order' : 'surplus';
  const units = purpose === 'order' ? owedAmount(order).units : surplusHere(order);
  if (units === 0n && !givesBack)
    return refused(`nothing is given back of an order that is ${order.status}: refuse or refund it first`);
  // The card comes first: schemes ask for it, and another account could be anybody's.
  if (!(await hasFailedRefund(transaction, orderId, purpose)))
    return refused('the acquirer has refused no refund of it: the money goes back to the card');
  if (await refundUnderWay(transaction, orderId, purpose))
    return refused('the acquirer has not decided its refund yet');
  const live = await liveBankRefunds(transaction, orderId, purpose);
  if (live.some(({ status }) => status !== 'settled')) return refused('a transfer gives it back already');
  const [payment] = await capturedPayments(transaction, orderId);
  if (!payment || units === 0n) return refused('nothing is owed to its buyer');
  const refundId = newRefundId();
  const inserted = await insertBankRefund(transaction, {
    id: refundId,
    receiptId: payment.paymentId,
    orderId,
    purpose,
    amount: amountOf(order.pay.asset, units),
    creditorName: creditor.name,
    creditorAccount: creditor.account,
  });
  if (!inserted) return refused('a transfer has given a part of it back already');
  if (held && purpose === 'order')
    await applyEvent(machine, transaction, orderId, {
      kind: 'hold_cleared',
      key: `${key}:hold_cleared`,
      facts: { assessment: { risk: 'clear', identity: 'accepted' } },
    });
  return { kind: 'ok', refundId };
}

function refused(why: string): Redirected {
  return { kind: 'refused', why };
}
