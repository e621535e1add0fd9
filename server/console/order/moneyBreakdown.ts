import { type Amount, addAmounts, createAmount, createZeroAmount, subtractAmounts } from '@slipway/money/amount.ts';
import { computeLostAmount, type Order } from '../../purchase/order/order.ts';

/** A refund with its status. */
export type RefundWithStatus = { readonly status: string; readonly amount: Amount };

const FINAL_STATUSES: ReadonlySet<string> = new Set(['settled', 'failed']);

/**
 * Returns how much of an order's money was received, refunded, taken back by a card's bank and retained (`kept`).
 * `free` is the limit that the database enforces (order_claims): the retained money less disputed money, refunds in
 * progress and the signed payout, which count before they settle. It is never negative.
 */
export function computeMoneyBreakdown(order: Order, refunds: readonly RefundWithStatus[]) {
  const { asset } = order.pay;
  const received = addAmounts(order.captured, order.received);
  const kept = subtractAmounts(subtractAmounts(received, order.refunded), order.clawedBack);
  const refundInProgress = createAmount(
    asset,
    refunds.filter(({ status }) => !FINAL_STATUSES.has(status)).reduce((sum, { amount }) => sum + amount.units, 0n),
  );
  const sent = order.payoutSigned ? order.pay : createZeroAmount(asset);
  const free = [refundInProgress, sent, order.disputed].reduce(subtractAmounts, kept);
  return {
    received,
    refunded: order.refunded,
    clawedBack: order.clawedBack,
    kept,
    sent,
    disputed: order.disputed,
    refundInProgress,
    free: free.units < 0n ? createZeroAmount(asset) : free,
    lost: computeLostAmount(order),
  };
}
