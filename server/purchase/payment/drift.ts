import { subtractAmounts, zeroOf } from '@slipway/money/amount.ts';
import { add, compare, type Decimal, divide, multiply, parseDecimal } from '@slipway/money/decimal.ts';
import { priceFromPay, priceWithSpread } from '@slipway/money/pricing.ts';
import type { OrderBookSide } from '../../providers/venue/venuePort.ts';
import type { Order } from '../order/order.ts';

const ONE = parseDecimal('1');
const ZERO = parseDecimal('0');
const PRICE_SCALE = 12;

/**
 * What one unit costs when this much is bought now: the asks walked from the best one, with the taker fee on top.
 * Undefined when the book is too thin.
 */
export function executablePrice(asks: OrderBookSide, amount: Decimal, takerFee: Decimal): Decimal | undefined {
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

/** What an order's amounts are made of; a new price changes only what is received. */
export type OrderTerms = Pick<Order, 'pay' | 'receive' | 'processingFee' | 'networkFee'>;

export type DriftQuestion = OrderTerms & {
  /** Mid price that the quote was made from, and what one unit costs now, both in the pay currency. */
  readonly quotedMid: Decimal;
  readonly executable: Decimal;
  readonly spread: Decimal;
  readonly limit: Decimal;
};

/**
 * Whether the market has moved against the operator by more than the limit. Then what the buyer would get for the same
 * money at today's price, else undefined. Fees stay as they were quoted.
 */
export function judgeDrift(question: DriftQuestion): bigint | undefined {
  if (!isDrifted(question)) return undefined;
  const units = receiveAtPrice(question, priceWithSpread(question.executable, question.spread));
  return units < question.receive.units ? units : undefined;
}

/** Whether one unit costs more now than its mid price and the limit on top. */
export function isDrifted({
  quotedMid,
  executable,
  limit,
}: Pick<DriftQuestion, 'quotedMid' | 'executable' | 'limit'>): boolean {
  return compare(executable, multiply(quotedMid, add(ONE, limit))) > 0;
}

/** What the same money buys at another price, the fees as they were agreed: minor units of the crypto, rounded down. */
export function receiveAtPrice({ pay, receive, processingFee, networkFee }: OrderTerms, price: Decimal): bigint {
  const none = zeroOf(pay.asset);
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
