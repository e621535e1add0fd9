import { compare, type Decimal, divide, multiply, parseDecimal, rescale } from '@slipway/money/decimal.ts';
import type { Crypto } from '../catalog/catalog.ts';
import { venueMarkets } from './venueMarkets.ts';

/** A market price older than this is no price. */
export const PRICE_FRESH_MS = 10_000;
/** Rates of a live API; the central bank's daily file alone is priced one percent wider. */
export const RATE_FRESH_MS = 10 * 60_000;
const FEE_FRESH_MS = 5 * 60_000;
const ONE: Decimal = parseDecimal('1');
const DAILY_ONLY_MARKUP: Decimal = parseDecimal('1.01');
/** Digits of a price that was computed through another currency; rounded up, as all that the buyer pays. */
const CROSS_SCALE = 8;

export type MarketPrice = {
  readonly mid: Decimal;
  readonly trusted: boolean;
  readonly observedAt: Date;
  /** A day ago. */
  readonly open?: Decimal | undefined;
  /** Traded within a day, in the market's currency. */
  readonly quoteVolume?: Decimal | undefined;
};
export type FiatRate = { readonly perEuro: Decimal; readonly dailyOnly: boolean; readonly observedAt: Date };

/** The worker's prices, held in memory by each api process. */
export type PriceBook = {
  readonly markets: ReadonlyMap<string, MarketPrice>;
  readonly rates: ReadonlyMap<string, FiatRate>;
  /** Native minor units for one payout, by asset id. */
  readonly networkFees: ReadonlyMap<string, { readonly units: bigint; readonly observedAt: Date }>;
  /** What the treasury can still deliver, by asset id. */
  readonly funds: ReadonlyMap<string, TreasuryFunds>;
};

/** What lies at a paying address, less what is signed and what orders that are paid for still need. */
export type TreasuryFunds = {
  readonly freeUnits: bigint;
  /** Of the coin in which the network takes its fees. */
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
 * The mid price of one coin in a pay currency, and the venue's currency through which it was found. Undefined when a
 * source is stale, missing or out of line: that never becomes a quote. `machineNow` is the machine's time, since
 * freshness is about the feed.
 */
export function referencePrice(
  book: PriceBook,
  marketBase: string,
  payCurrency: string,
  machineNow: Date,
): { readonly mid: Decimal; readonly venueCurrency: string } | undefined {
  for (const { quote: venueCurrency } of venueMarkets({ marketBase }, payCurrency)) {
    const market = book.markets.get(`${marketBase}/${venueCurrency}`);
    if (!market?.trusted || isOlder(market.observedAt, machineNow, PRICE_FRESH_MS)) continue;
    if (venueCurrency === payCurrency) return { mid: market.mid, venueCurrency };
    const rate = fiatRate(book, venueCurrency, payCurrency, machineNow);
    if (rate) return { mid: rescale(multiply(market.mid, rate), CROSS_SCALE, 'up'), venueCurrency };
  }
  return undefined;
}

/** Units of `to` for one of `from`; a daily rate alone is taken one percent worse. */
export function fiatRate(book: PriceBook, from: string, to: string, machineNow: Date): Decimal | undefined {
  if (from === to) return ONE;
  const source = book.rates.get(from);
  const target = book.rates.get(to);
  if (!source || !target) return undefined;
  if (isOlder(source.observedAt, machineNow, RATE_FRESH_MS) || isOlder(target.observedAt, machineNow, RATE_FRESH_MS))
    return undefined;
  const rate = divide(target.perEuro, source.perEuro, CROSS_SCALE + 4, 'up');
  return source.dailyOnly || target.dailyOnly ? multiply(rate, DAILY_ONLY_MARKUP) : rate;
}

/** The chain's current fee for one payout of the asset, in native minor units. */
export function networkFeeUnits(book: PriceBook, assetId: string, machineNow: Date): bigint | undefined {
  const fee = book.networkFees.get(assetId);
  return fee && !isOlder(fee.observedAt, machineNow, FEE_FRESH_MS) ? fee.units : undefined;
}

/**
 * The most of a crypto that can be promised to a buyer: it lies in the treasury beside all that is owed, above the operator's
 * floor, and so does the fee. A treasury that could not be read for minutes promises nothing; one of which nothing was ever
 * written, undefined, belongs to a worker of the former version, which keeps no such books.
 */
export function deliverableUnits(
  book: PriceBook,
  { asset, contract, treasuryFloorUnits }: Pick<Crypto, 'asset' | 'contract' | 'treasuryFloorUnits'>,
  machineNow: Date,
): bigint | undefined {
  const funds = book.funds.get(asset.id);
  if (!funds) return undefined;
  const fee = networkFeeUnits(book, asset.id, machineNow) ?? 0n;
  const isShort = funds.freeUnits < treasuryFloorUnits || funds.nativeFreeUnits < fee;
  if (isShort || isOlder(funds.observedAt, machineNow, FEE_FRESH_MS)) return 0n;
  const left = contract === '' ? funds.freeUnits - fee : funds.freeUnits;
  return left > 0n ? left : 0n;
}

/** Whether so much of a crypto, which is not nothing, can be promised to a buyer. */
export function isDeliverable(
  book: PriceBook,
  crypto: Pick<Crypto, 'asset' | 'contract' | 'treasuryFloorUnits'>,
  units: bigint,
  machineNow: Date,
): boolean {
  const most = deliverableUnits(book, crypto, machineNow);
  return most === undefined || units <= most;
}

/** Whether the book can serve at all: for readiness. */
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
