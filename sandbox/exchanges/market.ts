import type { SandboxClock } from '../world/clock.ts';
import { getCoin } from './coins.ts';
import { toFixedPoint } from './fixedPoint.ts';
import { computeDayStatistics, computeMidPrice, type DayStatistics } from './priceModel.ts';

export const exchangeIds = ['kraken', 'coinbase', 'bitstamp'] as const;
export type ExchangeId = (typeof exchangeIds)[number];

export type Feed = 'live' | 'stale' | 'crossed' | 'down';

/** The desk's controls of the market. Their state does not survive a restart. */
export type MarketControls = {
  /** Shifts the price of a coin on every exchange by this percentage of its undisturbed price; 0 undoes it. */
  setPriceShift(base: string, percent: number): void;
  /** `stale`: prices and their times stop changing; `crossed`: bid above ask; `down`: public calls fail. */
  setFeed(exchangeId: ExchangeId, feed: Feed): void;
  /** Multiplies the amounts in every exchange's book of a coin: 1 is normal, 0 empties it. */
  setDepth(base: string, factor: number): void;
  /** Makes the trading venue charge its fee in its own token instead of the bought coin. */
  setThirdAssetFee(on: boolean): void;
  state(): MarketState;
};

export type MarketState = {
  readonly priceShifts: Readonly<Record<string, number>>;
  readonly depths: Readonly<Record<string, number>>;
  readonly feeds: Readonly<Record<ExchangeId, Feed>>;
  readonly thirdAssetFee: boolean;
};

/** One market as an exchange lists it. */
export type Listing = {
  readonly base: string;
  readonly quote: string;
  readonly priceDecimals: number;
  readonly amountDecimals: number;
};

/** Effects of active faults on one read of a market. */
export type PriceFault = { readonly gapPercent?: number; readonly staleSeconds?: number };

/** A snapshot of a market. Prices and amounts have exactly the listing's digits. */
export type Quotation = {
  readonly at: Date;
  readonly bid: string;
  readonly ask: string;
  readonly last: string;
  readonly day: Readonly<Record<'open' | 'high' | 'low' | 'average', string>>;
  /** In the base coin. */
  readonly dayVolume: string;
  readonly asks: readonly Level[];
  readonly bids: readonly Level[];
};

/** One hour of trading. Prices have exactly the listing's digits. */
export type Candle = { readonly begin: Date } & Readonly<Record<'open' | 'high' | 'low' | 'close' | 'volume', string>>;

export type Level = { readonly price: string; readonly amount: string };

export type Market = {
  readonly controls: MarketControls;
  feed(exchangeId: ExchangeId): Feed;
  /** Returns the exchange's public quotation. */
  readQuotation(exchangeId: ExchangeId, listing: Listing, disturbance: PriceFault): Quotation;
  /** Returns the hours that begin in the given time, oldest first; the last one may still run. */
  listHours(exchangeId: ExchangeId, listing: Listing, from: Date, until: Date): readonly Candle[];
  /** Returns the book that the exchange trades at, regardless of its public feed; best price of each side first. */
  liveBook(exchangeId: ExchangeId, listing: Listing): Pick<Quotation, 'asks' | 'bids'>;
};

/**
 * In hundredths of a percent: the offset of an exchange's mid price from the common price, and half of the exchange's spread,
 * which is multiplied by the coin's spread factor.
 */
const EXCHANGE_SPREADS: Readonly<Record<ExchangeId, { readonly offset: number; readonly halfSpread: number }>> = {
  kraken: { offset: 0.4, halfSpread: 0.8 },
  coinbase: { offset: 2.1, halfSpread: 1.1 },
  bitstamp: { offset: -1.7, halfSpread: 1.6 },
};

const BASIS_POINT = 0.0001;
const HOUR_MS = 3_600_000;
const LEVELS = 60;
/** Amount at the best price in dollars; deeper levels have more. */
const FIRST_LEVEL_USD = 6_000;

export function createMarket(clock: SandboxClock): Market {
  const shifts = new Map<string, number>();
  const depths = new Map<string, number>();
  const feeds: Record<ExchangeId, Feed> = { kraken: 'live', coinbase: 'live', bitstamp: 'live' };
  const staleSince = new Map<ExchangeId, Date>();
  let thirdAssetFee = false;

  function computeQuotation(exchangeId: ExchangeId, listing: Listing, at: Date, gapPercent: number): Quotation {
    const { offset, halfSpread } = EXCHANGE_SPREADS[exchangeId];
    const factor = (1 + (shifts.get(listing.base) ?? 0) / 100) * (1 + gapPercent / 100) * (1 + offset * BASIS_POINT);
    const mid = computeMidPrice(listing.base, listing.quote, at) * factor;
    const half = halfSpread * getCoin(listing.base).spread * BASIS_POINT;
    const side = (direction: 1 | -1) => computeLevels(listing, mid, half, direction, depths.get(listing.base) ?? 1);
    const day = computeDayStatistics(listing.base, listing.quote, at);
    return {
      at,
      ...computeBestPrices(listing, mid, half),
      last: mid.toFixed(listing.priceDecimals),
      day: formatDayStatistics(day, listing),
      dayVolume: (getCoin(listing.base).dailyVolume / computeMidPrice(listing.base, 'USD', at)).toFixed(8),
      asks: side(1),
      bids: side(-1),
    };
  }

  return {
    controls: {
      setPriceShift: (base, percent) => void shifts.set(base, percent),
      setFeed(exchangeId, feed) {
        feeds[exchangeId] = feed;
        if (feed === 'stale') staleSince.set(exchangeId, clock.now());
        else staleSince.delete(exchangeId);
      },
      setDepth: (base, factor) => void depths.set(base, factor),
      setThirdAssetFee(on) {
        thirdAssetFee = on;
      },
      state: () => ({
        priceShifts: Object.fromEntries(shifts),
        depths: Object.fromEntries(depths),
        feeds: { ...feeds },
        thirdAssetFee,
      }),
    },
    feed: (exchangeId) => feeds[exchangeId],
    readQuotation(exchangeId, listing, { gapPercent = 0, staleSeconds = 0 }) {
      const shownAt = staleSince.get(exchangeId) ?? new Date(clock.now().getTime() - staleSeconds * 1000);
      const quotation = computeQuotation(exchangeId, listing, shownAt, gapPercent);
      return feeds[exchangeId] === 'crossed' ? { ...quotation, bid: quotation.ask, ask: quotation.bid } : quotation;
    },
    listHours(exchangeId, listing, from, until) {
      const last = Math.min(until.getTime(), clock.now().getTime());
      const hours: Candle[] = [];
      for (let begin = Math.ceil(from.getTime() / HOUR_MS) * HOUR_MS; begin <= last; begin += HOUR_MS)
        hours.push(computeCandle(exchangeId, listing, begin));
      return hours;
    },
    liveBook: (exchangeId, listing) => computeQuotation(exchangeId, listing, clock.now(), 0),
  };
}

/** Returns the candle of one hour. The desk's controls affect only current prices, not past hours. */
function computeCandle(exchangeId: ExchangeId, { base, quote, priceDecimals }: Listing, begin: number): Candle {
  const factor = 1 + EXCHANGE_SPREADS[exchangeId].offset * BASIS_POINT;
  const prices = Array.from(
    { length: 13 },
    (_, step) => computeMidPrice(base, quote, new Date(begin + (step * HOUR_MS) / 12)) * factor,
  );
  return {
    begin: new Date(begin),
    open: (prices[0] ?? 0).toFixed(priceDecimals),
    high: Math.max(...prices).toFixed(priceDecimals),
    low: Math.min(...prices).toFixed(priceDecimals),
    close: (prices.at(-1) ?? 0).toFixed(priceDecimals),
    volume: (getCoin(base).dailyVolume / computeMidPrice(base, 'USD', new Date(begin)) / 24).toFixed(8),
  };
}

/** Returns bid and ask, rounded away from each other and never equal. */
function computeBestPrices(listing: Listing, mid: number, half: number): { bid: string; ask: string } {
  const tick = 10 ** -listing.priceDecimals;
  const bid = Math.floor((mid * (1 - half)) / tick) * tick;
  const ask = Math.max(Math.ceil((mid * (1 + half)) / tick) * tick, bid + tick);
  return { bid: bid.toFixed(listing.priceDecimals), ask: ask.toFixed(listing.priceDecimals) };
}

/** Returns price levels, each about a basis point further out and with a larger amount than the previous one. */
function computeLevels(listing: Listing, mid: number, half: number, direction: 1 | -1, depth: number): Level[] {
  const best = computeBestPrices(listing, mid, half);
  const first = Number(direction === 1 ? best.ask : best.bid);
  const tick = 10 ** -listing.priceDecimals;
  const usd = computeMidPrice(listing.base, 'USD', new Date(0));
  return Array.from({ length: LEVELS }, (_, index) => {
    const distance = Math.max(index * tick, first * index * (1.2 + 0.12 * index) * BASIS_POINT);
    const steps = Math.round(distance / tick);
    const amount = ((FIRST_LEVEL_USD * (1 + 0.45 * index)) / usd) * depth;
    return {
      price: (first + direction * steps * tick).toFixed(listing.priceDecimals),
      amount: amount.toFixed(listing.amountDecimals),
    };
  }).filter((level) => toFixedPoint(level.amount) > 0n && toFixedPoint(level.price) > 0n);
}

function formatDayStatistics(day: DayStatistics, { priceDecimals }: Listing): Quotation['day'] {
  return {
    open: day.open.toFixed(priceDecimals),
    high: day.high.toFixed(priceDecimals),
    low: day.low.toFixed(priceDecimals),
    average: day.average.toFixed(priceDecimals),
  };
}
