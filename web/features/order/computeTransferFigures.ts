import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { compare, parseDecimal } from '@slipway/money/decimal.ts';
import { isZero, subtractDecimals } from '@slipway/money/orderFigures.ts';
import { isRefund } from './orderStatuses.ts';

/** Received, missing and surplus amounts, and the amounts to send back. Plain decimal strings. */
export type TransferFigures = {
  readonly receivedAmount: string;
  readonly missing: string;
  readonly surplus: string;
  readonly sentBack: string;
  /** Part of the refund that has not been sent yet. */
  readonly toSendBack: string;
  /** The order was given up, so everything received is returned; otherwise only the surplus. */
  readonly givenUp: boolean;
};

type TransferOrder = Pick<
  OrderDetail,
  'status' | 'heldFrom' | 'sendCurrencyAmount' | 'paidAmount' | 'refundedAmount' | 'transfer'
>;

/**
 * Returns the figures of a payment: from the order's transfer instructions, or if it has none, for example because the
 * operator's bank account has changed since, from the order's amounts.
 */
export function computeTransferFigures(order: TransferOrder): TransferFigures {
  const { sendCurrencyAmount: amountDue, transfer } = order;
  const nothing = subtractDecimals(amountDue, amountDue);
  const received = order.paidAmount ?? nothing;
  const sentBack = order.refundedAmount ?? nothing;
  const surplus = transfer?.surplus ?? subtractToZero(received, amountDue);
  const givenUp = isRefund(order);
  return {
    receivedAmount: received,
    missing: transfer?.missing ?? subtractToZero(amountDue, received),
    surplus,
    sentBack,
    toSendBack: subtractToZero(givenUp ? received : surplus, sentBack),
    givenUp,
  };
}

/** Returns true if an active order received more than the amount due. */
export function hasSurplus({ surplus, givenUp }: TransferFigures): boolean {
  return !givenUp && !isZero(surplus);
}

/** Returns `a − b`, or zero if negative. */
function subtractToZero(a: string, b: string): string {
  return compare(parseDecimal(a), parseDecimal(b)) > 0 ? subtractDecimals(a, b) : subtractDecimals(b, b);
}
