import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { amountOf, formatAmount, toDecimal } from '@slipway/money/amount.ts';
import { type Decimal, divide, formatDecimal, powerOfTen } from '@slipway/money/decimal.ts';
import { type PricedPurchase, spreadCost } from '@slipway/money/pricing.ts';
import type { Settings } from '../../configuration/settings.ts';
import { AppError } from '../../platform/http/appError.ts';
import { type Catalog, methodsIn } from '../../purchase/catalog/catalog.ts';
import { compareCosts } from '../../purchase/offer/compareOffers.ts';
import {
  choosePricing,
  presentPurchase,
  requireDeliverable,
  shownPrice,
  termsOfInquiry,
} from '../../purchase/quote/makeQuote.ts';
import type { PriceBook } from '../../purchase/quote/priceBook.ts';
import { priceMethods, type QuoteTerms } from '../../purchase/quote/pricedQuote.ts';
import { written } from './priceAgain.ts';

type Preview = ConsoleCallData<'previewChange'>;
type Sample = ConsoleCallInput<'previewChange'>['sample'];
export type Asked = Required<Sample>;
/** What is paid for what. */
export type Trade = Pick<PricedPurchase, 'pay' | 'receive'>;

/** Where nobody says another country. */
const SOME_COUNTRY = 'DE';

/** What is asked for a quote of: as somebody says, else what the row is about, else the operator's defaults. */
export function askedSample(catalog: Catalog, kind: string, key: string, sample: Sample): Asked {
  const [feeMethod = '', feeCurrency = ''] = kind === 'fee' ? key.split('/') : [];
  const payCurrency = sample.payCurrency || feeCurrency || (kind === 'currency' ? key : catalog.defaultPayCurrency);
  const country = sample.country || (kind === 'country' && key !== '*' ? key : SOME_COUNTRY);
  const currency = catalog.payCurrencies.get(payCurrency);
  const first = currency && methodsIn(catalog, currency, country)[0]?.method;
  return {
    payCurrency,
    country,
    crypto: sample.crypto || (kind === 'crypto' ? key : catalog.defaultCrypto),
    method: sample.method || feeMethod || first || catalog.defaultMethod,
    amount: sample.amount || (suggestedAmounts(catalog, payCurrency, feeMethod)[3] ?? '100'),
  };
}

const STEPS = [100n, 125n, 150n, 200n, 250n, 300n, 400n, 500n, 600n, 800n];
const ROUND = new Set([100n, 250n, 500n]);
const DECADES = 3;

/** Round amounts from the least that is taken on. */
export function suggestedAmounts(catalog: Catalog, payCurrency: string, method: string): string[] {
  return ladder(catalog, payCurrency, method, (step) => ROUND.has(step));
}

function ladder(catalog: Catalog, code: string, method: string, isWanted: (step: bigint) => boolean): string[] {
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
      if (isPayable && isWanted(step)) wanted.push(formatAmount(amountOf(asset, units)));
    }
  return wanted;
}

/**
 * The quote that the product would make of it with the settings, with its place among others' offers, as a buyer sees them; or
 * what it would tell the buyer instead.
 */
export function sampleQuote(
  { catalog }: Pick<Settings, 'catalog'>,
  book: PriceBook,
  machineNow: Date,
  asked: Asked,
  others: readonly Trade[],
): Preview['sample']['now'] {
  try {
    const { terms, purchase } = quoted(catalog, book, machineNow, asked);
    const { processingFee, transNetworkFee, getCurrencyAmount } = presentPurchase(purchase, terms.conditions);
    const converted = purchase.pay.units - purchase.processingFee.units - purchase.networkFee.units;
    return {
      refusal: null,
      processingFee,
      networkFee: transNetworkFee,
      converted: written(converted, purchase.pay.asset),
      price: shownPrice(terms.conditions.price),
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

function quoted(
  catalog: Catalog,
  book: PriceBook,
  machineNow: Date,
  { payCurrency, crypto, method, country, amount }: Asked,
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
  const terms = termsOfInquiry(catalog, book, machineNow, inquiry, country);
  // A word that is no method finds none, and is refused so.
  const { purchase } = choosePricing(priceMethods(terms), method as PayMethod);
  requireDeliverable(book, machineNow, terms, purchase.receive);
  return { terms, purchase };
}

/** What a purchase costs in all, in percent of what is paid, from the least amount on. */
export function costCurve(
  { now, next }: { readonly now: Settings; readonly next: Settings },
  book: PriceBook,
  machineNow: Date,
  asked: Asked,
): Preview['curve'] {
  const amounts = ladder(now.catalog, asked.payCurrency, asked.method, () => true);
  return amounts.map((amount) => ({
    pay: amount,
    now: costPercent(now.catalog, book, machineNow, { ...asked, amount }),
    next: costPercent(next.catalog, book, machineNow, { ...asked, amount }),
  }));
}

function costPercent(catalog: Catalog, book: PriceBook, machineNow: Date, asked: Asked): string | null {
  try {
    const { terms, purchase } = quoted(catalog, book, machineNow, asked);
    const { pay, processingFee, networkFee } = purchase;
    const cost = processingFee.units + networkFee.units + spreadCost(purchase, terms.conditions.mid).units;
    return formatDecimal(percentOf({ coefficient: cost, scale: pay.asset.decimals }, toDecimal(pay)));
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function percentOf({ coefficient, scale }: Decimal, whole: Decimal): Decimal {
  return divide({ coefficient: coefficient * 100n, scale }, whole, 2, 'up');
}
