import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { add, type Decimal, divide, formatDecimal, multiply, parseDecimal, rescale } from '@slipway/money/decimal.ts';

/** `a − b` of two plain decimal strings. */
export function without(a: string, b: string): string {
  return formatDecimal(add(parseDecimal(a), negated(parseDecimal(b))));
}

export function isZero(amount: string): boolean {
  return parseDecimal(amount).coefficient === 0n;
}

/** What is left of the payment after both fees. */
export function convertedAmount(
  order: Pick<OrderDetail, 'sendCurrencyAmount' | 'processingFee' | 'transNetworkFee'>,
): string {
  return without(without(order.sendCurrencyAmount, order.processingFee), order.transNetworkFee);
}

type Priced = Pick<
  OrderDetail,
  'sendCurrencyAmount' | 'processingFee' | 'transNetworkFee' | 'getCurrencyAmount' | 'price'
>;

/**
 * The price of one unit that the receipt adds up with: the quoted one while it gives what the buyer gets, else (a new
 * amount was agreed to) the price that follows from the amounts.
 */
export function receiptRate(order: Priced): string {
  const converted = parseDecimal(convertedAmount(order));
  const received = parseDecimal(order.getCurrencyAmount);
  const quoted = parseDecimal(order.price);
  if (quoted.coefficient > 0n) {
    const worth = rescale(multiply(received, quoted), converted.scale, 'up');
    if (worth.coefficient === converted.coefficient) return order.price;
  }
  if (received.coefficient === 0n) return order.price;
  return formatDecimal(divide(converted, received, Math.max(2, quoted.scale), 'down'));
}

function negated({ coefficient, scale }: Decimal): Decimal {
  return { coefficient: -coefficient, scale };
}
