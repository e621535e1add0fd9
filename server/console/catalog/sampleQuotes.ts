import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { createAmount, formatAmount, toDecimal } from '@slipway/money/amount.ts';
import { type Decimal, divide, formatDecimal, powerOfTen } from '@slipway/money/decimal.ts';
import { computeSpreadCost, type PricedPurchase } from '@slipway/money/pricing.ts';
import type { Settings } from '../../configuration/settings.ts';
import { AppError } from '../../platform/http/appError.ts';
import { type Catalog, listMethodsInCountry } from '../../purchase/catalog/catalog.ts';
import { compareCosts } from '../../purchase/offer/compareOffers.ts';
import {
  choosePricing,
  computeInquiryTerms,
  formatPrice,
  presentPurchase,
  requireDeliverable,
} from '../../purchase/quote/makeQuote.ts';
import type { PriceBook } from '../../purchase/quote/priceBook.ts';
import { priceMethods, type QuoteTerms } from '../../purchase/quote/pricedQuote.ts';
import { formatSignedAmount } from './repriceOrder.ts';

type Preview = ConsoleCallData<'previewChange'>;
type Sample = ConsoleCallInput<'previewChange'>['sample'];
export type SampleInput = Required<Sample>;
/** The amounts paid and received. */
export type TradeAmounts = Pick<PricedPurchase, 'pay' | 'receive'>;

/** Country if none is given. */
const DEFAULT_COUNTRY = 'DE';

/** Completes the sample input: given values first, then values of the changed row, then the defaults. */
export function completeSample(catalog: Catalog, kind: string, key: string, sample: Sample): SampleInput {
  const [feeMethod = '', feeCurrency = ''] = kind === 'fee' ? key.split('/') : [];
  const payCurrency = sample.payCurrency || feeCurrency || (kind === 'currency' ? key : catalog.defaultPayCurrency);
  const country = sample.country || (kind === 'country' && key !== '*' ? key : DEFAULT_COUNTRY);
  const currency = catalog.payCurrencies.get(payCurrency);
  const first = currency && listMethodsInCountry(catalog, currency, country)[0]?.method;
  return {
    payCurrency,
    country,
    crypto: sample.crypto || (kind === 'crypto' ? key : catalog.defaultCrypto),
    method: sample.method || feeMethod || first || catalog.defaultMethod,
    amount: sample.amount || (suggestAmounts(catalog, payCurrency, feeMethod)[3] ?? '100'),
  };
}

/** Amounts within a decade, in hundredths of its beginning. */
const STEPS = [100n, 125n, 150n, 200n, 250n, 300n, 400n, 500n, 600n, 800n];
const ROUND = new Set([100n, 250n, 500n]);
const DECADES = 3;

/** Returns round amounts that the limits of the currency or method permit, ascending from the minimum. */
export function suggestAmounts(catalog: Catalog, payCurrency: string, method: string): string[] {
  return buildAmountLadder(catalog, payCurrency, method, (step) => ROUND.has(step));
}

function buildAmountLadder(
  catalog: Catalog,
  code: string,
  method: string,
  isWanted: (step: bigint) => boolean,
): string[] {
  const currency = catalog.payCurrencies.get(code);
  if (!currency) return [];
  const terms = currency.methods.find((one) => one.method === method) ?? currency;
  const { asset } = currency;
  const one = powerOfTen(asset.decimals);
  let decade = one;
  while (decade * 10n <= terms.minimumUnits) decade *= 10n;
  const wanted: string[] = [];
  for (let tenfold = 0; tenfold < DECADES; tenfold += 1, decade *= 10n)
    for (const step of STEPS) {
      const units = (decade * step) / 100n;
      const isPayable = units >= terms.minimumUnits && units <= terms.maximumUnits && units % one === 0n;
      if (isPayable && isWanted(step)) wanted.push(formatAmount(createAmount(asset, units)));
    }
  return wanted;
}

/**
 * Returns the quote that these settings produce, ranked among other providers' offers as a buyer sees it, or the error
 * that the buyer would get.
 */
export function computeSampleQuote(
  { catalog }: Pick<Settings, 'catalog'>,
  book: PriceBook,
  machineNow: Date,
  sample: SampleInput,
  others: readonly TradeAmounts[],
): Preview['sample']['now'] {
  try {
    const { terms, purchase } = computeQuote(catalog, book, machineNow, sample);
    const { processingFee, transNetworkFee, getCurrencyAmount } = presentPurchase(purchase, terms.conditions);
    const converted = purchase.pay.units - purchase.processingFee.units - purchase.networkFee.units;
    return {
      refusal: null,
      processingFee,
      networkFee: transNetworkFee,
      converted: formatSignedAmount(converted, purchase.pay.asset),
      price: formatPrice(terms.conditions.price),
      receive: getCurrencyAmount,
      place: others.length === 0 ? null : 1 + others.filter((other) => compareCosts(other, purchase) < 0).length,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      refusal: error.message,
      processingFee: null,
      networkFee: null,
      converted: null,
      price: null,
      receive: null,
      place: null,
    };
  }
}

function computeQuote(
  catalog: Catalog,
  book: PriceBook,
  machineNow: Date,
  { payCurrency, crypto, method, country, amount }: SampleInput,
): { readonly terms: QuoteTerms; readonly purchase: PricedPurchase } {
  if (catalog.countryRules(country).banned) throw new AppError('region_denied');
  const inquiry = {
    sendCurrency: payCurrency,
    sendCurrencyAmount: amount,
    getCurrency: crypto,
    getCurrencyAmount: '',
    partnerId: '0',
    reference: '',
    refererUrl: '',
    payMethod: '' as const,
    offerType: '',
  };
  const terms = computeInquiryTerms(catalog, book, machineNow, inquiry, country);
  // An unknown method finds no price and is refused.
  const { purchase } = choosePricing(priceMethods(terms), method as PayMethod);
  requireDeliverable(book, machineNow, terms, purchase.receive);
  return { terms, purchase };
}

/** Returns the total cost in percent of the amount paid, for amounts from the minimum; null where a quote is refused. */
export function computeCostCurve(
  { now, next }: { readonly now: Settings; readonly next: Settings },
  book: PriceBook,
  machineNow: Date,
  sample: SampleInput,
): Preview['curve'] {
  const amounts = buildAmountLadder(now.catalog, sample.payCurrency, sample.method, () => true);
  return amounts.map((amount) => ({
    pay: amount,
    now: computeCostPercent(now.catalog, book, machineNow, { ...sample, amount }),
    next: computeCostPercent(next.catalog, book, machineNow, { ...sample, amount }),
  }));
}

function computeCostPercent(catalog: Catalog, book: PriceBook, machineNow: Date, sample: SampleInput): string | null {
  try {
    const { terms, purchase } = computeQuote(catalog, book, machineNow, sample);
    const { pay, processingFee, networkFee } = purchase;
    const cost = processingFee.units + networkFee.units + computeSpreadCost(purchase, terms.conditions.mid).units;
    return formatDecimal(computePercent({ coefficient: cost, scale: pay.asset.decimals }, toDecimal(pay)));
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function computePercent({ coefficient, scale }: Decimal, whole: Decimal): Decimal {
  return divide({ coefficient: coefficient * 100n, scale }, whole, 2, 'up');
}
