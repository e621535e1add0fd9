import { type Amount, createAmount, createZeroAmount } from '@slipway/money/amount.ts';
import { getQuotedDecimals } from '@slipway/money/asset.ts';
import { divideRounded, powerOfTen, type Rounding } from '@slipway/money/decimal.ts';
import type { Catalog, Crypto, MethodTerms, PayCurrency } from '../catalog/catalog.ts';
import { computeDeliverableUnits, type PriceBook } from './priceBook.ts';
import {
  computeCurrentTerms,
  computeMinimumPay,
  listLimitedMethods,
  priceMethods,
  type QuoteTerms,
} from './pricedQuote.ts';

/** The smallest and the largest amount. */
export type Limits = { readonly minimum: Amount; readonly maximum: Amount };

/**
 * Returns the amounts of a currency that the operator accepts in a country, by any method. A crypto with high network fees
 * has a higher minimum, which the quote reports. If a country's limit cannot be converted, the currency's limits are
 * returned, but no quote is made.
 */
export function computePayLimits(catalog: Catalog, book: PriceBook, currency: PayCurrency, country: string): Limits {
  const methods = listLimitedMethods(catalog, book, currency, country);
  return mergeWidestLimits(currency.asset, methods.length > 0 ? methods : [currency]);
}

/** How far the price may move between the display of a limit and a purchase at that limit, in percent. */
const MARKET_PERCENT = 1n;

/**
 * Returns how much of a crypto can be bought in a currency and a country, by any method, fees included. The range is narrower
 * than the limits on what the buyer pays, so that a purchase at either limit still succeeds after a small price move. Both
 * limits are zero while nothing can be bought.
 */
export function computeReceiveLimits(
  catalog: Catalog,
  book: PriceBook,
  machineNow: Date,
  { payCurrency, crypto, country }: { payCurrency: PayCurrency; crypto: Crypto; country: string },
): Limits {
  const nothing = createZeroAmount(payCurrency.asset);
  const terms = computeCurrentTerms(catalog, book, machineNow, {
    side: 'Pay',
    payCurrency,
    crypto,
    country,
    amount: nothing,
  });
  const ends = terms?.methods.flatMap((method) => computeBoughtLimits(terms, method) ?? []) ?? [];
  const most = computeDeliverableUnits(book, crypto, machineNow);
  const { minimum, maximum } = narrowLimits(mergeWidestLimits(crypto.asset, ends), MARKET_PERCENT);
  const deliverable = most > maximum.units ? maximum : createAmount(crypto.asset, most);
  return deliverable.units < minimum.units
    ? { minimum: createZeroAmount(crypto.asset), maximum: createZeroAmount(crypto.asset) }
    : { minimum, maximum: deliverable };
}

type UnitLimits = { readonly minimumUnits: bigint; readonly maximumUnits: bigint };

/** Returns the units of crypto that the method's minimum and maximum buy; undefined if the method accepts no amount. */
function computeBoughtLimits(terms: QuoteTerms, method: MethodTerms): UnitLimits | undefined {
  const { asset, stepUnits } = terms.conditions.payCurrency;
  const computeBoughtUnits = (units: bigint) =>
    priceMethods({ ...terms, methods: [method], amount: createAmount(asset, units) }).find(({ refusal }) => !refusal)
      ?.purchase?.receive.units;
  const minimumUnits = computeBoughtUnits(
    divideRounded(computeMinimumPay(terms.conditions, method).units, stepUnits, 'up') * stepUnits,
  );
  const maximumUnits = computeBoughtUnits(method.maximumUnits);
  return minimumUnits === undefined || maximumUnits === undefined ? undefined : { minimumUnits, maximumUnits };
}

function mergeWidestLimits(asset: Amount['asset'], ends: readonly UnitLimits[]): Limits {
  const [first, ...others] = ends;
  if (!first) return { minimum: createZeroAmount(asset), maximum: createZeroAmount(asset) };
  const { minimumUnits, maximumUnits } = others.reduce<UnitLimits>(
    (sum, one) => ({
      minimumUnits: one.minimumUnits < sum.minimumUnits ? one.minimumUnits : sum.minimumUnits,
      maximumUnits: one.maximumUnits > sum.maximumUnits ? one.maximumUnits : sum.maximumUnits,
    }),
    first,
  );
  return { minimum: createAmount(asset, minimumUnits), maximum: createAmount(asset, maximumUnits) };
}

const HUNDRED = 100n;

/** Narrows both limits by a percentage, and rounds them inwards to three significant digits. */
export function narrowLimits({ minimum, maximum }: Limits, percent: bigint): Limits {
  const least = divideRounded(minimum.units * (HUNDRED + percent), HUNDRED, 'up');
  const most = divideRounded(maximum.units * (HUNDRED - percent), HUNDRED, 'down');
  return {
    minimum: roundToThreeDigits(createAmount(minimum.asset, least), 'up'),
    maximum: roundToThreeDigits(createAmount(maximum.asset, most), 'down'),
  };
}

function roundToThreeDigits({ asset, units }: Amount, rounding: Rounding): Amount {
  const unquoted = asset.decimals - getQuotedDecimals(asset);
  const step = powerOfTen(Math.max(units.toString().length - 3, unquoted));
  return createAmount(asset, divideRounded(units, step, rounding) * step);
}
