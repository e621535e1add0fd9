import { createAmount } from '@slipway/money/amount.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { applyEvent, type OrderMachine } from '../order/machine/applyEvent.ts';
import { computeOwedAmount, isPaidByBankTransfer } from '../order/order.ts';
import { listCapturedPayments } from '../order/orderEventStore.ts';
import { lockOrder } from '../order/orderStore.ts';
import { computeRefundableSurplus } from '../order/postings/liabilityPostings.ts';
import { insertBankRefund, listLiveBankRefunds } from './bankRefundStore.ts';
import type { Creditor, RefundCommandResult } from './redirectRefund.ts';
import { createRefundId } from './refundId.ts';
import { findPendingCardRefund, hasFailedRefund } from './refundStore.ts';

/**
 * Refunds a card order by bank transfer if the acquirer cannot, such as for a closed card. Allowed only after the
 * acquirer's refund has failed, and while none is undecided. Refunds everything that is still owed, or else the surplus. An
 * order that was held while refunding returns to `refunding`, unless only its surplus is refunded.
 */
export async function refundByBank(
  machine: OrderMachine,
  transaction: Transaction,
  orderId: number,
  creditor: Creditor,
  key: string,
): Promise<RefundCommandResult> {
  const { order } = await lockOrder(transaction, orderId);
  const isHeld = order.status === 'on_hold';
  if (isPaidByBankTransfer(order))
    return refused('it was paid by bank transfer: set the refund account with `pay-to REFUND`');
  if (order.frozen) return refused('it is frozen: unfreeze it first');
  const isRefunding = isHeld
    ? order.heldFrom === 'refunding' || order.heldFrom === 'refunded'
    : order.status === 'refunding';
  const purpose = isRefunding && computeOwedAmount(order).units > 0n ? 'order' : 'surplus';
  const units = purpose === 'order' ? computeOwedAmount(order).units : computeRefundableSurplus(order);
  if (units === 0n && !isRefunding)
    return refused(`an order that is ${order.status} is not being refunded: refuse or refund it first`);
  if (units === 0n) return refused('nothing is owed to the buyer');
  // The card comes first: card schemes require it, and another account could be anyone's.
  if (!(await hasFailedRefund(transaction, orderId, purpose)))
    return refused('the acquirer has not rejected its refund: the money is refunded to the card');
  if (await findPendingCardRefund(transaction, orderId, purpose))
    return refused('the acquirer has not decided on its refund yet');
  const live = await listLiveBankRefunds(transaction, orderId, purpose);
  if (live.some(({ status }) => status !== 'settled')) return refused('it is already being refunded by bank transfer');
  const [payment] = await listCapturedPayments(transaction, orderId);
  if (!payment) return refused('no captured payment is left to refund');
  const refundId = createRefundId();
  const inserted = await insertBankRefund(transaction, {
    id: refundId,
    receiptId: payment.paymentId,
    orderId,
    purpose,
    amount: createAmount(order.pay.asset, units),
    creditorName: creditor.name,
    creditorAccount: creditor.account,
  });
  if (!inserted) return refused('part of it was already refunded by bank transfer');
  if (isHeld && purpose === 'order')
    await applyEvent(machine, transaction, orderId, {
      kind: 'hold_cleared',
      key: `${key}:hold_cleared`,
      facts: { assessment: { risk: 'clear', identity: 'accepted' } },
    });
  return { kind: 'ok', refundId };
}

function refused(why: string): RefundCommandResult {
  return { kind: 'refused', why };
}
