import { add, type Decimal, divide, formatDecimal, multiply, parseDecimal, rescale } from './decimal.ts';

/** Returns `a − b` of two plain unsigned decimal strings; the result may be negative. */
export function subtractDecimals(a: string, b: string): string {
  return formatDecimal(add(parseDecimal(a), negate(parseDecimal(b))));
}

export function isZero(amount: string): boolean {
  return parseDecimal(amount).coefficient === 0n;
}

/** An order in the wire format: plain decimal strings, the fees in the pay currency. */
type PaidOrder = {
  readonly sendCurrencyAmount: string;
  readonly processingFee: string;
  readonly transNetworkFee: string;
};
type PricedOrder = PaidOrder & { readonly getCurrencyAmount: string; readonly price: string };

/** Returns the payment minus both fees. */
export function computeConvertedAmount(order: PaidOrder): string {
  return subtractDecimals(subtractDecimals(order.sendCurrencyAmount, order.processingFee), order.transNetworkFee);
}

/**
 * Returns the price of one unit that makes the receipt add up: the quoted price if it yields the received amount, or if
 * nothing is received; otherwise (the buyer accepted a requote) the price computed from the amounts.
 */
export function computeReceiptPrice(order: PricedOrder): string {
  const converted = parseDecimal(computeConvertedAmount(order));
  const received = parseDecimal(order.getCurrencyAmount);
  const quoted = parseDecimal(order.price);
  if (quoted.coefficient > 0n) {
    const worth = rescale(multiply(received, quoted), converted.scale, 'up');
    if (worth.coefficient === converted.coefficient) return order.price;
  }
  if (received.coefficient === 0n) return order.price;
  return formatDecimal(divide(converted, received, Math.max(2, quoted.scale), 'down'));
}

function negate({ coefficient, scale }: Decimal): Decimal {
  return { coefficient: -coefficient, scale };
}
