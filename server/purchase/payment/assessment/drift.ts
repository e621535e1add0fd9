import { createZeroAmount, subtractAmounts } from '@slipway/money/amount.ts';
import { add, compare, type Decimal, divide, multiply, parseDecimal } from '@slipway/money/decimal.ts';
import { addSpread, priceFromPay } from '@slipway/money/pricing.ts';
import type { OrderBookSide } from '../../../providers/venue/venuePort.ts';
import type { Order } from '../../order/order.ts';

const ONE = parseDecimal('1');
const ZERO = parseDecimal('0');
const PRICE_SCALE = 12;

/**
 * Returns the average price of one unit if this amount is bought now from the best asks, with the taker fee. Returns
 * undefined if the asks do not suffice.
 */
export function computeExecutablePrice(asks: OrderBookSide, amount: Decimal, takerFee: Decimal): Decimal | undefined {
  let wanted = amount;
  let cost = ZERO;
  for (const level of asks) {
    const taken = compare(level.amount, wanted) < 0 ? level.amount : wanted;
    cost = add(cost, multiply(taken, level.price));
    wanted = subtract(wanted, taken);
    if (wanted.coefficient === 0n) return multiply(divide(cost, amount, PRICE_SCALE, 'up'), add(ONE, takerFee));
  }
  return undefined;
}

/** The terms of an order; a new price changes only the received amount. */
export type PriceTerms = Pick<Order, 'pay' | 'receive' | 'processingFee' | 'networkFee'>;

export type DriftQuestion = PriceTerms & {
  /** The mid price of the quote, and the price of one unit now, both in the pay currency. */
  readonly quotedMid: Decimal;
  readonly executable: Decimal;
  readonly spread: Decimal;
  readonly limit: Decimal;
};

/**
 * Returns the minor units of crypto that the buyer would receive for the same money at the present price, if the price has
 * drifted beyond the limit and they are fewer; else undefined. Fees stay as quoted.
 */
export function computeDriftedUnits(question: DriftQuestion): bigint | undefined {
  if (!isDrifted(question)) return undefined;
  const units = computeReceivedUnits(question, addSpread(question.executable, question.spread));
  return units < question.receive.units ? units : undefined;
}

/** Returns whether one unit now costs more than the quoted mid price plus the limit. */
export function isDrifted({
  quotedMid,
  executable,
  limit,
}: Pick<DriftQuestion, 'quotedMid' | 'executable' | 'limit'>): boolean {
  return compare(executable, multiply(quotedMid, add(ONE, limit))) > 0;
}

/** Returns the minor units of crypto that the order's money buys at another price after the agreed fees, rounded down. */
export function computeReceivedUnits({ pay, receive, processingFee, networkFee }: PriceTerms, price: Decimal): bigint {
  const none = createZeroAmount(pay.asset);
  const converted = subtractAmounts(subtractAmounts(pay, processingFee), networkFee);
  const priced = priceFromPay(converted, receive.asset, {
    price,
    fee: { percent: ZERO, fixed: none, minimum: none },
    networkFee: none,
  });
  return priced?.receive.units ?? 0n;
}

function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, { coefficient: -b.coefficient, scale: b.scale });
}
