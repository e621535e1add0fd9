import { subtractAmounts, toDecimal } from '@slipway/money/amount.ts';
import { add, compare, type Decimal, divide, multiply, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import type { Rules } from '../../platform/config/rules.ts';
import type { Order } from '../order/order.ts';

const ONE = parseDecimal('1');

export type MarketRules = {
  readonly takerFee: Decimal;
  readonly amountDecimals: number;
  readonly priceDecimals: number;
  readonly minimumBase: Decimal;
};

/**
 * How much of the coin to buy so that, after a taker fee that the venue may take out of it, what is owed remains:
 * rounded up to the venue's precision, at least its minimum.
 */
export function baseAmountToBuy(owed: Decimal, rules: MarketRules): Decimal {
  const keeps = add(ONE, { coefficient: -rules.takerFee.coefficient, scale: rules.takerFee.scale });
  const needed = divide(owed, keeps, rules.amountDecimals, 'up');
  return compare(needed, rules.minimumBase) < 0 ? rescale(rules.minimumBase, rules.amountDecimals, 'up') : needed;
}

/** The most that one unit may cost, in the venue's currency: the agreed price and the operator's margin on it. */
export function limitPrice(
  { pay, receive, processingFee, networkFee }: Pick<Order, 'pay' | 'receive' | 'processingFee' | 'networkFee'>,
  venuePerPay: Decimal,
  rules: Rules,
  priceDecimals: number,
): Decimal {
  const converted = toDecimal(subtractAmounts(subtractAmounts(pay, processingFee), networkFee));
  const agreed = divide(multiply(converted, venuePerPay), toDecimal(receive), priceDecimals + 4, 'up');
  return rescale(multiply(agreed, add(ONE, rules.conversionMargin)), priceDecimals, 'up');
}

/** What is still to be bought after the parts so far; zero or less when nothing is. */
export function remainingBase(
  owed: Decimal,
  parts: readonly { readonly filledBase: string }[],
  takerFee: Decimal,
): Decimal {
  const keeps = add(ONE, { coefficient: -takerFee.coefficient, scale: takerFee.scale });
  return parts.reduce((left, part) => {
    const kept = multiply(parseDecimal(part.filledBase), keeps);
    return add(left, { coefficient: -kept.coefficient, scale: kept.scale });
  }, owed);
}
