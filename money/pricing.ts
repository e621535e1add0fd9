import { type Amount, amountOf, toDecimal } from './amount.ts';
import { type Asset, quotedDecimals } from './asset.ts';
import { add, type Decimal, divideRounded, multiply, powerOfTen, rescale } from './decimal.ts';

/**
 * What a payment method costs the buyer, in the pay currency: `max(minimum, ceil(percent × gross + fixed))`,
 * gross being what the buyer pays.
 */
export type FeeSchedule = {
  /** A fraction of one: 0.039 is 3.9 %. Below one, or no amount could ever cover the fee. */
  readonly percent: Decimal;
  readonly fixed: Amount;
  readonly minimum: Amount;
};

/** Everything that turns a pay amount into a receive amount and back. */
export type PricingTerms = {
  /** All-in price of one whole unit of the receive asset, in whole units of the pay currency. */
  readonly price: Decimal;
  readonly fee: FeeSchedule;
  /** The chain's current fee for one payout, in the pay currency. */
  readonly networkFee: Amount;
};

export type PricedPurchase = {
  readonly pay: Amount;
  readonly receive: Amount;
  readonly processingFee: Amount;
  readonly networkFee: Amount;
};

const ONE: Decimal = { coefficient: 1n, scale: 0 };

/** The reference mid price with the operator's spread on it: `mid × (1 + spread)`, exactly. */
export function priceWithSpread(mid: Decimal, spread: Decimal): Decimal {
  return multiply(mid, add(ONE, spread));
}

/** The method's fee on a gross amount, rounded up to the pay currency's minor unit. */
export function processingFee(fee: FeeSchedule, gross: Amount): Amount {
  const whole = powerOfTen(fee.percent.scale);
  const charged = divideRounded(fee.percent.coefficient * gross.units + fee.fixed.units * whole, whole, 'up');
  return amountOf(gross.asset, charged > fee.minimum.units ? charged : fee.minimum.units);
}

/** What the buyer gets for a pay amount, rounded down. Undefined when the fees eat it all. */
export function priceFromPay(pay: Amount, receiveAsset: Asset, terms: PricingTerms): PricedPurchase | undefined {
  const fee = processingFee(terms.fee, pay);
  const converted = pay.units - fee.units - terms.networkFee.units;
  if (converted <= 0n) return undefined;
  const decimals = quotedDecimals(receiveAsset);
  const numerator = converted * powerOfTen(terms.price.scale + decimals);
  const denominator = terms.price.coefficient * powerOfTen(pay.asset.decimals);
  const quoted = divideRounded(numerator, denominator, 'down');
  if (quoted === 0n) return undefined;
  const receive = amountOf(receiveAsset, quoted * powerOfTen(receiveAsset.decimals - decimals));
  return { pay, receive, processingFee: fee, networkFee: terms.networkFee };
}

/** The least pay amount that delivers exactly the receive amount, rounded up; what is left over is the operator's. */
export function priceFromReceive(receive: Amount, payAsset: Asset, terms: PricingTerms): PricedPurchase {
  const cost = rescale(multiply(toDecimal(receive), terms.price), payAsset.decimals, 'up').coefficient;
  const net = cost + terms.networkFee.units;
  const remainder = add(ONE, { coefficient: -terms.fee.percent.coefficient, scale: terms.fee.percent.scale });
  const grossed = divideRounded(
    (net + terms.fee.fixed.units) * powerOfTen(remainder.scale),
    remainder.coefficient,
    'up',
  );
  const floor = net + terms.fee.minimum.units;
  const pay = amountOf(payAsset, grossed > floor ? grossed : floor);
  return { pay, receive, processingFee: processingFee(terms.fee, pay), networkFee: terms.networkFee };
}

/** The spread's share of a purchase at a mid price, in the pay currency, rounded up: `pay − fees − receive × mid`. */
export function spreadCost(purchase: PricedPurchase, mid: Decimal): Amount {
  const { pay, receive } = purchase;
  const atMid = rescale(multiply(toDecimal(receive), mid), pay.asset.decimals, 'down').coefficient;
  return amountOf(pay.asset, pay.units - purchase.processingFee.units - purchase.networkFee.units - atMid);
}
