import { type Amount, addAmounts, amountOf, subtractAmounts, zeroOf } from '@slipway/money/amount.ts';
import { lostAmount, type Order } from '../../purchase/order/order.ts';

/** A refund by what it may still become. */
export type ClaimedRefund = { readonly status: string; readonly amount: Amount };

const OVER: ReadonlySet<string> = new Set(['settled', 'failed']);

/**
 * What came, went and stays of an order's money. `free` is the database's own bound (order_claims): all refunds that live and
 * the coins count once they are asked for, before anything was settled.
 */
export function claimsOf(order: Order, refunds: readonly ClaimedRefund[]) {
  const { asset } = order.pay;
  const received = addAmounts(order.captured, order.received);
  const kept = subtractAmounts(subtractAmounts(received, order.refunded), order.clawedBack);
  const underWay = amountOf(
    asset,
    refunds.filter(({ status }) => !OVER.has(status)).reduce((sum, { amount }) => sum + amount.units, 0n),
  );
  const sent = order.payoutSigned ? order.pay : zeroOf(asset);
  const free = [underWay, sent, order.disputed].reduce(subtractAmounts, kept);
  return {
    received,
    givenBack: order.refunded,
    takenBack: order.clawedBack,
    kept,
    sent,
    askedBack: order.disputed,
    underWay,
    free: free.units < 0n ? zeroOf(asset) : free,
    lost: lostAmount(order),
  };
}
