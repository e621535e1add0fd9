import { type Amount, amountOf, zeroOf } from '@slipway/money/amount.ts';
import { quotedDecimals } from '@slipway/money/asset.ts';
import { divideRounded, powerOfTen, type Rounding } from '@slipway/money/decimal.ts';
import type { Catalog, Crypto, MethodTerms, PayCurrency } from '../catalog/catalog.ts';
import { deliverableUnits, type PriceBook } from './priceBook.ts';
import { currentTerms, leastPay, limitedMethods, priceMethods, type QuoteTerms } from './pricedQuote.ts';

/** From the least to the most. */
export type Limits = { readonly minimum: Amount; readonly maximum: Amount };

/**
 * What the own provider takes of a currency in a country, by any of its methods. Where a crypto's network is dear its least is
 * more, and the quote says so. A country's limit that no rate is known for leaves the currency's own, and no quote.
 */
export function payLimits(catalog: Catalog, book: PriceBook, currency: PayCurrency, country: string): Limits {
  const methods = limitedMethods(catalog, book, currency, country);
  return widest(currency.asset, methods.length > 0 ? methods : [currency]);
}

/** By how much the market may move between reading a limit and buying at it. */
const MARKET_PERCENT = 1n;

/**
 * What can be bought of a crypto in a currency and a country, by any method and all fees included. It lies inside of the true
 * limits, which are on what the buyer pays: whoever buys at either end finds it still open when the market has moved a little.
 * Both ends are zero while nothing can be bought.
 */
export function receiveLimits(
  catalog: Catalog,
  book: PriceBook,
  machineNow: Date,
  { payCurrency, crypto, country }: { payCurrency: PayCurrency; crypto: Crypto; country: string },
): Limits {
  const nothing = zeroOf(payCurrency.asset);
  const terms = currentTerms(catalog, book, machineNow, { side: 'Pay', payCurrency, crypto, country, amount: nothing });
  const ends = terms?.methods.flatMap((method) => boughtBetween(terms, method) ?? []) ?? [];
  const most = deliverableUnits(book, crypto, machineNow);
  const { minimum, maximum } = inside(widest(crypto.asset, ends), MARKET_PERCENT);
  const lying = most === undefined || most > maximum.units ? maximum : amountOf(crypto.asset, most);
  return lying.units < minimum.units
    ? { minimum: zeroOf(crypto.asset), maximum: zeroOf(crypto.asset) }
    : { minimum, maximum: lying };
}

type Ends = { readonly minimumUnits: bigint; readonly maximumUnits: bigint };

/** In units of the crypto, for the least and the most that the method takes; undefined when it takes nothing. */
function boughtBetween(terms: QuoteTerms, method: MethodTerms): Ends | undefined {
  const { asset, stepUnits } = terms.conditions.payCurrency;
  const bought = (units: bigint) =>
    priceMethods({ ...terms, methods: [method], asked: amountOf(asset, units) }).find(({ refusal }) => !refusal)
      ?.purchase?.receive.units;
  const minimumUnits = bought(divideRounded(leastPay(terms.conditions, method).units, stepUnits, 'up') * stepUnits);
  const maximumUnits = bought(method.maximumUnits);
  return minimumUnits === undefined || maximumUnits === undefined ? undefined : { minimumUnits, maximumUnits };
}

function widest(asset: Amount['asset'], ends: readonly Ends[]): Limits {
  const [first, ...others] = ends;
  if (!first) return { minimum: zeroOf(asset), maximum: zeroOf(asset) };
  const { minimumUnits, maximumUnits } = others.reduce<Ends>(
    (sum, one) => ({
      minimumUnits: one.minimumUnits < sum.minimumUnits ? one.minimumUnits : sum.minimumUnits,
      maximumUnits: one.maximumUnits > sum.maximumUnits ? one.maximumUnits : sum.maximumUnits,
    }),
    first,
  );
  return { minimum: amountOf(asset, minimumUnits), maximum: amountOf(asset, maximumUnits) };
}

const HUNDRED = 100n;

/** So many percent inside of both ends, in three digits. */
export function inside({ minimum, maximum }: Limits, percent: bigint): Limits {
  const least = divideRounded(minimum.units * (HUNDRED + percent), HUNDRED, 'up');
  const most = divideRounded(maximum.units * (HUNDRED - percent), HUNDRED, 'down');
  return {
    minimum: inThreeDigits(amountOf(minimum.asset, least), 'up'),
    maximum: inThreeDigits(amountOf(maximum.asset, most), 'down'),
  };
}

function inThreeDigits({ asset, units }: Amount, rounding: Rounding): Amount {
  const unquoted = asset.decimals - quotedDecimals(asset);
  const step = powerOfTen(Math.max(units.toString().length - 3, unquoted));
  return amountOf(asset, divideRounded(units, step, rounding) * step);
}
