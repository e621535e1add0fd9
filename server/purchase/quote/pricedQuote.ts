import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import type { ErrorFacts, ErrorKey } from '@slipway/contract/errors.ts';
import {
  type Amount,
  createAmount,
  createZeroAmount,
  formatAmount,
  fromDecimal,
  toDecimal,
} from '@slipway/money/amount.ts';
import { getQuotedDecimals } from '@slipway/money/asset.ts';
import { type Decimal, divideRounded, multiply } from '@slipway/money/decimal.ts';
import {
  addSpread,
  computeProcessingFee,
  type FeeSchedule,
  type PricedPurchase,
  priceFromPay,
  priceFromReceive,
} from '@slipway/money/pricing.ts';
import { AppError } from '../../platform/http/appError.ts';
import { memoizeByObject, memoizeByText } from '../../platform/memoize.ts';
import {
  type Catalog,
  type Crypto,
  listMethodsInCountry,
  type MethodTerms,
  type PayCurrency,
  requireCrypto,
} from '../catalog/catalog.ts';
import { findNetworkFeeUnits, findReferencePrice, type PriceBook } from './priceBook.ts';

/** The conditions at which a crypto is sold in a currency, independent of the buyer and the amount. */
export type SaleConditions = {
  readonly payCurrency: PayCurrency;
  readonly crypto: Crypto;
  /** The reference price of one coin. */
  readonly mid: Decimal;
  /** The reference price plus the spread. */
  readonly price: Decimal;
  readonly networkFee: Amount;
};

/** Terms that a quote token fixes for its 60 seconds: sufficient to price every method of the own provider again. */
export type QuoteTerms = {
  readonly side: 'Pay' | 'Get';
  /** The amount that the buyer entered: of the pay currency or of the crypto, by side. */
  readonly amount: Amount;
  readonly conditions: SaleConditions;
  readonly methods: readonly MethodTerms[];
};

export type QuoteRefusal = { readonly error: ErrorKey; readonly facts: ErrorFacts };

/** Returns a thrown refusal as a value; rethrows any other error. */
export function toQuoteRefusal(error: unknown): QuoteRefusal {
  if (error instanceof AppError) return { error: error.key, facts: error.facts };
  throw error;
}

export type MethodPricing = {
  readonly method: PayMethod;
  /** Undefined if the fees exceed the amount. */
  readonly purchase: PricedPurchase | undefined;
  readonly refusal: QuoteRefusal | undefined;
};

/** Returns the current terms for a purchase; undefined if a trusted price or the current network fee is missing. */
export function computeCurrentTerms(
  catalog: Catalog,
  book: PriceBook,
  machineNow: Date,
  request: { side: 'Pay' | 'Get'; payCurrency: PayCurrency; crypto: Crypto; amount: Amount; country: string },
): QuoteTerms | undefined {
  const { side, amount, payCurrency, crypto, country } = request;
  const reference = findReferencePrice(book, crypto.marketBase, payCurrency.asset.code, machineNow);
  if (!catalog.operatorSells)
    return (
      reference && {
        side,
        amount,
        conditions: buildOtherProviderConditions(payCurrency, crypto, reference.mid),
        methods: [],
      }
    );
  const native = requireCrypto(catalog, crypto.network.nativeCrypto);
  const nativeReference = findReferencePrice(book, native.marketBase, payCurrency.asset.code, machineNow);
  const feeUnits = findNetworkFeeUnits(book, crypto.asset.id, machineNow);
  if (!reference || !nativeReference || feeUnits === undefined) return undefined;
  const nativeFee = toDecimal(createAmount(native.asset, feeUnits));
  const conditions = {
    payCurrency,
    crypto,
    mid: reference.mid,
    price: addSpread(reference.mid, crypto.spread),
    networkFee: fromDecimal(payCurrency.asset, multiply(nativeFee, nativeReference.mid), 'up'),
  };
  return {
    side,
    amount,
    conditions: reuseEqualConditions(conditions),
    methods: listLimitedMethods(catalog, book, payCurrency, country),
  };
}

/** Returns the conditions if only other providers sell: the mid price for comparison, without our spread or fees. */
function buildOtherProviderConditions(payCurrency: PayCurrency, crypto: Crypto, mid: Decimal): SaleConditions {
  return { payCurrency, crypto, mid, price: mid, networkFee: createZeroAmount(payCurrency.asset) };
}

/**
 * Returns the previous object if the conditions have not changed, so that values that depend only on them are computed once.
 */
function reuseEqualConditions(conditions: SaleConditions): SaleConditions {
  const { payCurrency, crypto, mid, networkFee } = conditions;
  const lasts = getLastConditions(payCurrency);
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

/** The last conditions, by currency and crypto of one edition of the catalog. */
const getLastConditions = memoizeByObject((_currency: PayCurrency) => new WeakMap<Crypto, SaleConditions>());

/**
 * Returns the methods of a country with the country's limit, which is in euros and converted to the pay currency. Returns
 * none if there is no rate, since the limit cannot be applied then.
 */
export function listLimitedMethods(
  catalog: Catalog,
  book: PriceBook,
  payCurrency: PayCurrency,
  country: string,
): readonly MethodTerms[] {
  const { asset, stepUnits } = payCurrency;
  const methods = listMethodsInCountry(catalog, payCurrency, country);
  const { maximumEuroCents } = catalog.countryRules(country);
  if (maximumEuroCents === undefined) return methods;
  const rate = asset.code === 'EUR' ? ONE : book.rates.get(asset.code)?.perEuro;
  if (!rate) return [];
  const maximumUnits = fromDecimal(asset, multiply({ coefficient: maximumEuroCents, scale: 2 }, rate), 'down').units;
  return capMethods(methods)((maximumUnits - (maximumUnits % stepUnits)).toString());
}

/** Limits each method to a number of minor units, given as text. Returns the same array until the rate changes. */
const capMethods = memoizeByObject((methods: readonly MethodTerms[]) =>
  memoizeByText((units): readonly MethodTerms[] => {
    const most = BigInt(units);
    return methods.map((terms) => (terms.maximumUnits > most ? { ...terms, maximumUnits: most } : terms));
  }),
);

const ONE: Decimal = { coefficient: 1n, scale: 0 };

/** Returns the price by each method, with a refusal if the amount is outside its limits. */
export function priceMethods(terms: QuoteTerms): readonly MethodPricing[] {
  const pricings: MethodPricing[] = [];
  for (const [index, method] of terms.methods.entries()) {
    // A card costs the same with every wallet.
    const before = terms.methods[index - 1];
    const isAlike = before !== undefined && hasEqualFees(before.fee, method.fee);
    const purchase = isAlike ? pricings[index - 1]?.purchase : priceMethod(terms, method.fee);
    pricings.push({ method: method.method, purchase, refusal: findLimitRefusal(terms, method, purchase) });
  }
  return pricings;
}

function hasEqualFees(one: FeeSchedule, other: FeeSchedule): boolean {
  return (
    one.percent.scale === other.percent.scale &&
    one.percent.coefficient === other.percent.coefficient &&
    one.fixed.units === other.fixed.units &&
    one.minimum.units === other.minimum.units
  );
}

/** The network fee may be at most a tenth of what the buyer pays. */
const NETWORK_FEE_SHARE = 10n;

function priceMethod(terms: QuoteTerms, fee: FeeSchedule): PricedPurchase | undefined {
  const { price, networkFee, crypto, payCurrency } = terms.conditions;
  const pricing = { price, fee, networkFee };
  if (terms.side === 'Pay') return priceFromPay(terms.amount, crypto.asset, pricing);
  return roundUpToStep(priceFromReceive(terms.amount, payCurrency.asset, pricing), payCurrency, fee);
}

/** Rounds the payment up to a payable step of the currency; the buyer still receives exactly the requested amount. */
function roundUpToStep(purchase: PricedPurchase, { asset, stepUnits }: PayCurrency, fee: FeeSchedule): PricedPurchase {
  const pay = createAmount(asset, divideRounded(purchase.pay.units, stepUnits, 'up') * stepUnits);
  return { ...purchase, pay, processingFee: computeProcessingFee(fee, pay) };
}

function findLimitRefusal(
  terms: QuoteTerms,
  method: MethodTerms,
  purchase: PricedPurchase | undefined,
): QuoteRefusal | undefined {
  const pay = purchase?.pay ?? terms.amount;
  const minimum = computeMinimumPay(terms.conditions, method);
  const tooLow = !purchase || pay.units < minimum.units;
  if (!tooLow && pay.units <= method.maximumUnits) return undefined;
  const { asset } = terms.conditions.payCurrency;
  const maximum = createAmount(asset, method.maximumUnits);
  const symbol = asset.code;
  if (terms.side === 'Pay') {
    return tooLow
      ? { error: 'pay_amount_below_minimum', facts: { amount: formatAmount(minimum), symbol } }
      : { error: 'pay_amount_above_maximum', facts: { amount: formatAmount(maximum), symbol } };
  }
  const facts = { cost: formatAmount(pay), minimum: formatAmount(minimum), maximum: formatAmount(maximum), symbol };
  return { error: 'pay_limits_exceeded', facts };
}

/** Returns the method's minimum, or ten network fees if that is more. */
export function computeMinimumPay({ payCurrency, networkFee }: SaleConditions, { minimumUnits }: MethodTerms): Amount {
  const forFee = networkFee.units * NETWORK_FEE_SHARE;
  return createAmount(payCurrency.asset, forFee > minimumUnits ? forFee : minimumUnits);
}

/** Formats an amount of the crypto with its quoted decimals. */
export function formatReceive(amount: Amount): string {
  return formatAmount(amount, getQuotedDecimals(amount.asset));
}
