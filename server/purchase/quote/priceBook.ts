import { compare, type Decimal, divide, multiply, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import type { Crypto } from '../catalog/catalog.ts';
import { listVenueMarkets } from './listVenueMarkets.ts';

/** Older market prices are ignored. */
export const PRICE_FRESH_MS = 10_000;
/** Maximum age of a rate. Rates from the central bank's daily file only are marked up by one percent. */
export const RATE_FRESH_MS = 10 * 60_000;
const FEE_FRESH_MS = 5 * 60_000;
const ONE: Decimal = parseDecimal('1');
const DAILY_ONLY_MARKUP: Decimal = parseDecimal('1.01');
/** Decimals of a price that was converted through another currency. It is rounded up, like every amount that the buyer pays. */
const CROSS_SCALE = 8;

export type MarketPrice = {
  readonly mid: Decimal;
  readonly trusted: boolean;
  readonly observedAt: Date;
  /** The price a day ago. */
  readonly open?: Decimal | undefined;
  /** The volume of the last day, in the market's currency. */
  readonly quoteVolume?: Decimal | undefined;
};
export type FiatRate = { readonly perEuro: Decimal; readonly dailyOnly: boolean; readonly observedAt: Date };

/** The worker's prices, held in memory by each api process. */
export type PriceBook = {
  /** By base and quote, such as `BTC/EUR`. */
  readonly markets: ReadonlyMap<string, MarketPrice>;
  /** By currency code. */
  readonly rates: ReadonlyMap<string, FiatRate>;
  /** Native minor units for one payout, by asset id. */
  readonly networkFees: ReadonlyMap<string, { readonly units: bigint; readonly observedAt: Date }>;
  /** The treasury's funds, by asset id. */
  readonly funds: ReadonlyMap<string, TreasuryFunds>;
};

/** The balance of a paying address, less signed payouts and what paid orders still need. */
export type TreasuryFunds = {
  readonly freeUnits: bigint;
  /** In the coin in which the network takes its fees. */
  readonly nativeFreeUnits: bigint;
  readonly observedAt: Date;
};

export const emptyPriceBook: PriceBook = {
  markets: new Map(),
  rates: new Map(),
  networkFees: new Map(),
  funds: new Map(),
};

/**
 * Returns the mid price of one coin in a pay currency, and the exchange's currency from which it was derived. Undefined if
 * every source is stale, missing or untrusted: such a price is never quoted. `machineNow` is machine time, since prices are
 * dated by it.
 */
export function findReferencePrice(
  book: PriceBook,
  marketBase: string,
  payCurrency: string,
  machineNow: Date,
): { readonly mid: Decimal; readonly venueCurrency: string } | undefined {
  for (const { quote: venueCurrency } of listVenueMarkets({ marketBase }, payCurrency)) {
    const market = book.markets.get(`${marketBase}/${venueCurrency}`);
    if (!market?.trusted || isOlder(market.observedAt, machineNow, PRICE_FRESH_MS)) continue;
    if (venueCurrency === payCurrency) return { mid: market.mid, venueCurrency };
    const rate = findFiatRate(book, venueCurrency, payCurrency, machineNow);
    if (rate) return { mid: rescale(multiply(market.mid, rate), CROSS_SCALE, 'up'), venueCurrency };
  }
  return undefined;
}

/**
 * Returns units of `to` for one of `from`; undefined if a rate is missing or stale. A rate from the daily file only is marked
 * up by one percent.
 */
export function findFiatRate(book: PriceBook, from: string, to: string, machineNow: Date): Decimal | undefined {
  if (from === to) return ONE;
  const source = book.rates.get(from);
  const target = book.rates.get(to);
  if (!source || !target) return undefined;
  if (isOlder(source.observedAt, machineNow, RATE_FRESH_MS) || isOlder(target.observedAt, machineNow, RATE_FRESH_MS))
    return undefined;
  const rate = divide(target.perEuro, source.perEuro, CROSS_SCALE + 4, 'up');
  return source.dailyOnly || target.dailyOnly ? multiply(rate, DAILY_ONLY_MARKUP) : rate;
}

/** Returns the chain's current fee for one payout of the asset, in native minor units; undefined if it is not known. */
export function findNetworkFeeUnits(book: PriceBook, assetId: string, machineNow: Date): bigint | undefined {
  const fee = book.networkFees.get(assetId);
  return fee && !isOlder(fee.observedAt, machineNow, FEE_FRESH_MS) ? fee.units : undefined;
}

/**
 * Returns the most of a crypto that can be promised to a buyer: the treasury's funds that no order needs, less the network
 * fee if it is paid in this crypto. Zero if the funds are below the operator's floor, do not cover the network fee, or were
 * not read for minutes.
 */
export function computeDeliverableUnits(
  book: PriceBook,
  { asset, contract, treasuryFloorUnits }: Pick<Crypto, 'asset' | 'contract' | 'treasuryFloorUnits'>,
  machineNow: Date,
): bigint {
  const funds = book.funds.get(asset.id);
  if (!funds) return 0n;
  const fee = findNetworkFeeUnits(book, asset.id, machineNow) ?? 0n;
  const isShort = funds.freeUnits < treasuryFloorUnits || funds.nativeFreeUnits < fee;
  if (isShort || isOlder(funds.observedAt, machineNow, FEE_FRESH_MS)) return 0n;
  const deliverable = contract === '' ? funds.freeUnits - fee : funds.freeUnits;
  return deliverable > 0n ? deliverable : 0n;
}

/** Returns whether a non-zero amount of a crypto can be promised to a buyer. */
export function isDeliverable(
  book: PriceBook,
  crypto: Pick<Crypto, 'asset' | 'contract' | 'treasuryFloorUnits'>,
  units: bigint,
  machineNow: Date,
): boolean {
  return units <= computeDeliverableUnits(book, crypto, machineNow);
}

/** Returns whether the book has any usable price, for the readiness check. */
export function hasFreshPrices(book: PriceBook, machineNow: Date): boolean {
  return [...book.markets.values()].some(
    (market) =>
      market.trusted &&
      compare(market.mid, parseDecimal('0')) > 0 &&
      !isOlder(market.observedAt, machineNow, PRICE_FRESH_MS),
  );
}

function isOlder(observedAt: Date, now: Date, limitMs: number): boolean {
  return now.getTime() - observedAt.getTime() > limitMs;
}
