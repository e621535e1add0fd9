import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import type { ErrorFacts, ErrorKey } from '@slipway/contract/errors.ts';
import { type Amount, amountOf, formatAmount, fromDecimal, toDecimal, zeroOf } from '@slipway/money/amount.ts';
import { quotedDecimals } from '@slipway/money/asset.ts';
import { type Decimal, divideRounded, multiply } from '@slipway/money/decimal.ts';
import {
  type FeeSchedule,
  type PricedPurchase,
  priceFromPay,
  priceFromReceive,
  priceWithSpread,
  processingFee,
} from '@slipway/money/pricing.ts';
import { AppError } from '../../platform/http/appError.ts';
import { remembering, rememberingOf } from '../../platform/remembering.ts';
import {
  type Catalog,
  type Crypto,
  type MethodTerms,
  methodsIn,
  type PayCurrency,
  requireCrypto,
} from '../catalog/catalog.ts';
import { networkFeeUnits, type PriceBook, referencePrice } from './priceBook.ts';

/** At what a crypto is sold in a currency, whoever buys and however much. */
export type Conditions = {
  readonly payCurrency: PayCurrency;
  readonly crypto: Crypto;
  readonly mid: Decimal;
  readonly price: Decimal;
  readonly networkFee: Amount;
};

/** Terms that a quote token fixes for its 60 seconds: enough to price every method of the own provider again. */
export type QuoteTerms = {
  readonly side: 'Pay' | 'Get';
  /** What the buyer typed: of the pay currency or of the crypto, by side. */
  readonly asked: Amount;
  readonly conditions: Conditions;
  readonly methods: readonly MethodTerms[];
};

export type Refusal = { readonly error: ErrorKey; readonly facts: ErrorFacts };

/** Of a refusal that was thrown; anything else is thrown on. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof AppError) return { error: error.key, facts: error.facts };
  throw error;
}

export type MethodPricing = {
  readonly method: PayMethod;
  /** Undefined when the fees eat the whole amount. */
  readonly purchase: PricedPurchase | undefined;
  readonly refusal: Refusal | undefined;
};

/** Today's terms for a purchase, or undefined when there is no price to be trusted. */
export function currentTerms(
  catalog: Catalog,
  book: PriceBook,
  machineNow: Date,
  asked: { side: 'Pay' | 'Get'; payCurrency: PayCurrency; crypto: Crypto; amount: Amount; country: string },
): QuoteTerms | undefined {
  const { side, amount, payCurrency, crypto, country } = asked;
  const reference = referencePrice(book, crypto.marketBase, payCurrency.asset.code, machineNow);
  if (!catalog.sellsItself)
    return reference && { side, asked: amount, conditions: ofOthers(payCurrency, crypto, reference.mid), methods: [] };
  const native = requireCrypto(catalog, crypto.network.nativeCrypto);
  const nativeReference = referencePrice(book, native.marketBase, payCurrency.asset.code, machineNow);
  const feeUnits = networkFeeUnits(book, crypto.asset.id, machineNow);
  if (!reference || !nativeReference || feeUnits === undefined) return undefined;
  const nativeFee = toDecimal(amountOf(native.asset, feeUnits));
  const conditions = {
    payCurrency,
    crypto,
    mid: reference.mid,
    price: priceWithSpread(reference.mid, crypto.spread),
    networkFee: fromDecimal(payCurrency.asset, multiply(nativeFee, nativeReference.mid), 'up'),
  };
  return {
    side,
    asked: amount,
    conditions: oneOf(conditions),
    methods: limitedMethods(catalog, book, payCurrency, country),
  };
}

/** Where others alone sell: the market's middle to compare them with, and nothing of our own. */
function ofOthers(payCurrency: PayCurrency, crypto: Crypto, mid: Decimal): Conditions {
  return { payCurrency, crypto, mid, price: mid, networkFee: zeroOf(payCurrency.asset) };
}

/** Of equal conditions one after another always the first, so that what follows from them alone is worked out once. */
function oneOf(conditions: Conditions): Conditions {
  const { payCurrency, crypto, mid, networkFee } = conditions;
  const lasts = lastsOf(payCurrency);
  const last = lasts.get(crypto);
  if (
    last &&
    last.mid.scale === mid.scale &&
    last.mid.coefficient === mid.coefficient &&
    last.networkFee.units === networkFee.units
  )
    return last;
  lasts.set(crypto, conditions);
  return conditions;
}

/** Of currencies and cryptos as an edition of the catalog has them. */
const lastsOf = rememberingOf((_currency: PayCurrency) => new WeakMap<Crypto, Conditions>());

/**
 * The methods of a country with its own limit, which is set in euros and kept in what the currency can be paid in. Without a
 * rate it cannot be kept: then there are none.
 */
export function limitedMethods(
  catalog: Catalog,
  book: PriceBook,
  payCurrency: PayCurrency,
  country: string,
): readonly MethodTerms[] {
  const { asset, stepUnits } = payCurrency;
  const methods = methodsIn(catalog, payCurrency, country);
  const { maximumEuroCents } = catalog.countryRules(country);
  if (maximumEuroCents === undefined) return methods;
  const rate = asset.code === 'EUR' ? ONE : book.rates.get(asset.code)?.perEuro;
  if (!rate) return [];
  const worth = fromDecimal(asset, multiply({ coefficient: maximumEuroCents, scale: 2 }, rate), 'down').units;
  return upTo(methods)((worth - (worth % stepUnits)).toString());
}

/** Each with no more than so many minor units, as text: the same methods again until the rate is another. */
const upTo = rememberingOf((methods: readonly MethodTerms[]) =>
  remembering((units): readonly MethodTerms[] => {
    const most = BigInt(units);
    return methods.map((terms) => (terms.maximumUnits > most ? { ...terms, maximumUnits: most } : terms));
  }),
);

const ONE: Decimal = { coefficient: 1n, scale: 0 };

/** What the quote costs by each method, each with its reason when the amount excludes it. */
export function priceMethods(terms: QuoteTerms): readonly MethodPricing[] {
  const pricings: MethodPricing[] = [];
  for (const [index, method] of terms.methods.entries()) {
    // A card costs the same by whatever wallet it pays.
    const before = terms.methods[index - 1];
    const isAlike = before !== undefined && costAlike(before.fee, method.fee);
    const purchase = isAlike ? pricings[index - 1]?.purchase : priceWith(terms, method.fee);
    pricings.push({ method: method.method, purchase, refusal: judgeLimits(terms, method, purchase) });
  }
  return pricings;
}

function costAlike(one: FeeSchedule, other: FeeSchedule): boolean {
  return (
    one.percent.scale === other.percent.scale &&
    one.percent.coefficient === other.percent.coefficient &&
    one.fixed.units === other.fixed.units &&
    one.minimum.units === other.minimum.units
  );
}

/** The network fee may be at most a tenth of what the buyer pays. */
const NETWORK_FEE_SHARE = 10n;

function priceWith(terms: QuoteTerms, fee: FeeSchedule): PricedPurchase | undefined {
  const { price, networkFee, crypto, payCurrency } = terms.conditions;
  const pricing = { price, fee, networkFee };
  if (terms.side === 'Pay') return priceFromPay(terms.asked, crypto.asset, pricing);
  return onStep(priceFromReceive(terms.asked, payCurrency.asset, pricing), payCurrency, fee);
}

/** Rounded up to what the currency can be paid in; the buyer still gets exactly what was asked for. */
function onStep(purchase: PricedPurchase, { asset, stepUnits }: PayCurrency, fee: FeeSchedule): PricedPurchase {
  const pay = amountOf(asset, divideRounded(purchase.pay.units, stepUnits, 'up') * stepUnits);
  return { ...purchase, pay, processingFee: processingFee(fee, pay) };
}

function judgeLimits(
  terms: QuoteTerms,
  method: MethodTerms,
  purchase: PricedPurchase | undefined,
): Refusal | undefined {
  const pay = purchase?.pay ?? terms.asked;
  const minimum = leastPay(terms.conditions, method);
  const tooLow = !purchase || pay.units < minimum.units;
  if (!tooLow && pay.units <= method.maximumUnits) return undefined;
  const { asset } = terms.conditions.payCurrency;
  const maximum = amountOf(asset, method.maximumUnits);
  const symbol = asset.code;
  if (terms.side === 'Pay') {
    return tooLow
      ? { error: 'pay_amount_below_minimum', facts: { amount: formatAmount(minimum), symbol } }
      : { error: 'pay_amount_above_maximum', facts: { amount: formatAmount(maximum), symbol } };
  }
  const facts = { cost: formatAmount(pay), minimum: formatAmount(minimum), maximum: formatAmount(maximum), symbol };
  return { error: 'pay_limits_exceeded', facts };
}

/** The method's minimum, or ten network fees where that is more. */
export function leastPay({ payCurrency, networkFee }: Conditions, { minimumUnits }: MethodTerms): Amount {
  const forFee = networkFee.units * NETWORK_FEE_SHARE;
  return amountOf(payCurrency.asset, forFee > minimumUnits ? forFee : minimumUnits);
}

/** An amount of the crypto with as many digits as it is quoted with. */
export function formatReceive(amount: Amount): string {
  return formatAmount(amount, quotedDecimals(amount.asset));
}
