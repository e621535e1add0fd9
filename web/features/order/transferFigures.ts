import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { compare, parseDecimal } from '@slipway/money/decimal.ts';
import { isZero, without } from '@slipway/money/orderFigures.ts';
import { isRefund } from './orderStatuses.ts';

/** How much has come, how much of it is missing or too much, and how much goes back. Plain decimal strings. */
export type TransferFigures = {
  readonly came: string;
  readonly missing: string;
  readonly surplus: string;
  readonly sentBack: string;
  /** Of what goes back, the part that has not been sent yet. */
  readonly toSendBack: string;
  /** The order was given up: all that came goes back. Otherwise only the surplus does. */
  readonly givenUp: boolean;
};

type Paid = Pick<
  OrderDetail,
  'status' | 'heldFrom' | 'sendCurrencyAmount' | 'paidAmount' | 'refundedAmount' | 'transfer'
>;

/** The account may be another one by now, and then the order has no instructions any longer: the amounts stay. */
export function transferFigures(order: Paid): TransferFigures {
  const { sendCurrencyAmount: asked, transfer } = order;
  const nothing = without(asked, asked);
  const came = order.paidAmount ?? nothing;
  const sentBack = order.refundedAmount ?? nothing;
  const surplus = transfer?.surplus ?? beyond(came, asked);
  const givenUp = isRefund(order);
  return {
    came,
    missing: transfer?.missing ?? beyond(asked, came),
    surplus,
    sentBack,
    toSendBack: beyond(givenUp ? came : surplus, sentBack),
    givenUp,
  };
}

/** Whether more came than was asked for, in an order that goes on. */
export function hasSurplus({ surplus, givenUp }: TransferFigures): boolean {
  return !givenUp && !isZero(surplus);
}

/** `a − b`, and nothing where that is negative. */
function beyond(a: string, b: string): string {
  return compare(parseDecimal(a), parseDecimal(b)) > 0 ? without(a, b) : without(b, b);
}
