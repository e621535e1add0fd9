import { add, type Decimal, divide, formatDecimal, multiply, parseDecimal, rescale } from './decimal.ts';

/** `a − b` of two plain decimal strings. */
export function without(a: string, b: string): string {
  return formatDecimal(add(parseDecimal(a), negated(parseDecimal(b))));
}

export function isZero(amount: string): boolean {
  return parseDecimal(amount).coefficient === 0n;
}

/** An order as it stands on the wire: plain decimal strings, the fees in the currency that is paid. */
type Paid = { readonly sendCurrencyAmount: string; readonly processingFee: string; readonly transNetworkFee: string };
type Priced = Paid & { readonly getCurrencyAmount: string; readonly price: string };

/** What is left of the payment after both fees. */
export function convertedAmount(order: Paid): string {
  return without(without(order.sendCurrencyAmount, order.processingFee), order.transNetworkFee);
}

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
