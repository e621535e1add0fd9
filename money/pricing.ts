import { type Amount, createAmount, toDecimal } from './amount.ts';
import { type Asset, getQuotedDecimals } from './asset.ts';
import { add, type Decimal, divideRounded, multiply, powerOfTen, rescale } from './decimal.ts';

/**
 * Fee of a payment method for the buyer, in the pay currency: `max(minimum, ceil(percent × gross + fixed))`, where gross is
 * the amount that the buyer pays.
 */
export type FeeSchedule = {
  /** A fraction of one: 0.039 is 3.9 %. Must be below one, otherwise no amount could cover the fee. */
  readonly percent: Decimal;
  readonly fixed: Amount;
  readonly minimum: Amount;
};

/** Inputs for converting a pay amount to a receive amount and back. */
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

/** Returns the reference mid price plus the operator's spread: `mid × (1 + spread)`, exactly. */
export function addSpread(mid: Decimal, spread: Decimal): Decimal {
  return multiply(mid, add(ONE, spread));
}

/** Returns the method's fee on a gross amount, rounded up to the pay currency's minor unit. */
export function computeProcessingFee(fee: FeeSchedule, gross: Amount): Amount {
  const whole = powerOfTen(fee.percent.scale);
  const charged = divideRounded(fee.percent.coefficient * gross.units + fee.fixed.units * whole, whole, 'up');
  return createAmount(gross.asset, charged > fee.minimum.units ? charged : fee.minimum.units);
}

/** Computes the receive amount for a pay amount, rounded down. Returns undefined if the fees leave nothing to receive. */
export function priceFromPay(pay: Amount, receiveAsset: Asset, terms: PricingTerms): PricedPurchase | undefined {
  const fee = computeProcessingFee(terms.fee, pay);
  const converted = pay.units - fee.units - terms.networkFee.units;
  if (converted <= 0n) return undefined;
  const decimals = getQuotedDecimals(receiveAsset);
  const numerator = converted * powerOfTen(terms.price.scale + decimals);
  const denominator = terms.price.coefficient * powerOfTen(pay.asset.decimals);
  const quoted = divideRounded(numerator, denominator, 'down');
  if (quoted === 0n) return undefined;
  const receive = createAmount(receiveAsset, quoted * powerOfTen(receiveAsset.decimals - decimals));
  return { pay, receive, processingFee: fee, networkFee: terms.networkFee };
}

/** Computes the least pay amount that delivers exactly the receive amount, rounded up; the operator keeps the remainder. */
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
  const pay = createAmount(payAsset, grossed > floor ? grossed : floor);
  return { pay, receive, processingFee: computeProcessingFee(terms.fee, pay), networkFee: terms.networkFee };
}

/** Returns the spread's share of a purchase at a mid price, in the pay currency, rounded up: `pay − fees − receive × mid`. */
export function computeSpreadCost(purchase: PricedPurchase, mid: Decimal): Amount {
  const { pay, receive } = purchase;
  const atMid = rescale(multiply(toDecimal(receive), mid), pay.asset.decimals, 'down').coefficient;
  return createAmount(pay.asset, pay.units - purchase.processingFee.units - purchase.networkFee.units - atMid);
}
