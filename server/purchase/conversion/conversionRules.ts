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
 * Returns how much of the coin to buy so that, after a taker fee that the venue may deduct from it, the owed amount
 * remains: rounded up to the venue's precision, at least its minimum.
 */
export function computeBaseToBuy(owed: Decimal, rules: MarketRules): Decimal {
  const shareAfterFee = add(ONE, { coefficient: -rules.takerFee.coefficient, scale: rules.takerFee.scale });
  const needed = divide(owed, shareAfterFee, rules.amountDecimals, 'up');
  return compare(needed, rules.minimumBase) < 0 ? rescale(rules.minimumBase, rules.amountDecimals, 'up') : needed;
}

/** Returns the most that one unit may cost, in the venue's currency: the agreed price plus the operator's margin. */
export function computeLimitPrice(
  { pay, receive, processingFee, networkFee }: Pick<Order, 'pay' | 'receive' | 'processingFee' | 'networkFee'>,
  venuePerPay: Decimal,
  rules: Rules,
  priceDecimals: number,
): Decimal {
  const converted = toDecimal(subtractAmounts(subtractAmounts(pay, processingFee), networkFee));
  const agreed = divide(multiply(converted, venuePerPay), toDecimal(receive), priceDecimals + 4, 'up');
  return rescale(multiply(agreed, add(ONE, rules.conversionMargin)), priceDecimals, 'up');
}

/** Returns what remains to be bought; zero or negative if nothing. Assumes that each fill paid the taker fee in the coin. */
export function computeRemainingBase(
  owed: Decimal,
  parts: readonly { readonly filledBase: string }[],
  takerFee: Decimal,
): Decimal {
  const shareAfterFee = add(ONE, { coefficient: -takerFee.coefficient, scale: takerFee.scale });
  return parts.reduce((left, part) => {
    const kept = multiply(parseDecimal(part.filledBase), shareAfterFee);
    return add(left, { coefficient: -kept.coefficient, scale: kept.scale });
  }, owed);
}

/** Returns what was bought minus fees taken in the coin: what the order has at the venue. */
export function computeNetBoughtBase(
  parts: readonly {
    readonly base: string;
    readonly filledBase: string;
    readonly fees: readonly { readonly currency: string; readonly amount: string }[];
  }[],
): Decimal {
  const taken = parts.flatMap(({ base, fees }) => fees.filter(({ currency }) => currency === base));
  const bought = parts.map(({ filledBase }) => parseDecimal(filledBase)).reduce(add, parseDecimal('0'));
  return taken.reduce((left, { amount }) => {
    const fee = parseDecimal(amount);
    return add(left, { coefficient: -fee.coefficient, scale: fee.scale });
  }, bought);
}

/** Returns the lowest price of a sale: the market price less the margin by which a purchase may exceed it. */
export function computeSaleLimitPrice(
  bestAsk: Decimal,
  { conversionMargin }: Pick<Rules, 'conversionMargin'>,
): Decimal {
  return multiply(bestAsk, add(ONE, { coefficient: -conversionMargin.coefficient, scale: conversionMargin.scale }));
}

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** The pause after the time limit. A partly filled purchase is continued, since the market may recover. */
const LATE_PAUSE_MS = 10 * 60_000;

/** The inputs that determine when a conversion continues: its parts so far, oldest first, none of them open. */
type ConversionProgress = {
  readonly parts: readonly { readonly createdAt: Date; readonly updatedAt: Date }[];
  readonly rules: Pick<Rules, 'conversionPatienceMs'>;
};

/** Returns whether the operator's time limit for buying has passed since the first part. */
export function isConversionOverdue({ parts, rules }: ConversionProgress, now: Date): boolean {
  const [first] = parts;
  return first !== undefined && now.getTime() - first.createdAt.getTime() >= rules.conversionPatienceMs;
}

/**
 * Returns when the next part may be bought: the first at once. Each pause is twice the previous one, up to a minute, so that
 * twenty parts span a quarter of an hour. After the time limit it is ten minutes.
 */
export function computeNextPartTime({ parts, rules }: ConversionProgress, now: Date): Date {
  const newest = parts.at(-1);
  if (!newest) return now;
  const doubled = FIRST_PAUSE_MS * 2 ** Math.min(parts.length - 1, 10);
  const pause = isConversionOverdue({ parts, rules }, now) ? LATE_PAUSE_MS : Math.min(doubled, LONGEST_PAUSE_MS);
  return new Date(newest.updatedAt.getTime() + pause);
}
