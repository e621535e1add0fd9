import type { SandboxClock } from '../world/clock.ts';
import { coinOf } from './coins.ts';
import { toFixedPoint } from './fixedPoint.ts';
import { type DayStatistics, dayStatistics, midPrice } from './priceModel.ts';

export const exchangeIds = ['kraken', 'coinbase', 'bitstamp'] as const;
export type ExchangeId = (typeof exchangeIds)[number];

export type Feed = 'live' | 'stale' | 'crossed' | 'down';

/** What the sandbox's desk can do to the market. Nothing of it survives a restart. */
export type MarketControls = {
  /** Moves the price of a coin on every exchange at once, by so many percent of where it would be; 0 undoes it. */
  setPriceShift(base: string, percent: number): void;
  /** `stale`: prices and their times stand still from now on; `crossed`: bid above ask; `down`: public calls fail. */
  setFeed(exchangeId: ExchangeId, feed: Feed): void;
  /** Multiplies what every exchange's book of a coin holds: 1 is normal, 0 leaves it empty. */
  setDepth(base: string, factor: number): void;
  /** Whether the trading venue takes its fee in its own token instead of what was bought. */
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

/** What was asked of one look at a market by the faults that are switched on. */
export type Disturbance = { readonly gapPercent?: number; readonly staleSeconds?: number };

/** One look at a market. Prices and amounts have exactly the listing's digits. */
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

export type Level = { readonly price: string; readonly amount: string };

export type Market = {
  readonly controls: MarketControls;
  feed(exchangeId: ExchangeId): Feed;
  /** What the exchange shows. */
  look(exchangeId: ExchangeId, listing: Listing, disturbance: Disturbance): Quotation;
  /** What the exchange trades at, whatever its public feed shows; the best price of either side first. */
  liveBook(exchangeId: ExchangeId, listing: Listing): Pick<Quotation, 'asks' | 'bids'>;
};

/** How far an exchange's mid lies from the others' and half of its spread, in hundredths of a percent. */
const MANNERS: Readonly<Record<ExchangeId, { readonly offset: number; readonly halfSpread: number }>> = {
  kraken: { offset: 0.4, halfSpread: 0.8 },
  coinbase: { offset: 2.1, halfSpread: 1.1 },
  bitstamp: { offset: -1.7, halfSpread: 1.6 },
};

const BASIS_POINT = 0.0001;
const LEVELS = 60;
/** What lies at the best price in dollars; deeper levels hold more. */
const FIRST_LEVEL_USD = 6_000;

export function createMarket(clock: SandboxClock): Market {
  const shifts = new Map<string, number>();
  const depths = new Map<string, number>();
  const feeds: Record<ExchangeId, Feed> = { kraken: 'live', coinbase: 'live', bitstamp: 'live' };
  const stoodStillAt = new Map<ExchangeId, Date>();
  let thirdAssetFee = false;

  function quotation(exchangeId: ExchangeId, listing: Listing, at: Date, gapPercent: number): Quotation {
    const { offset, halfSpread } = MANNERS[exchangeId];
    const factor = (1 + (shifts.get(listing.base) ?? 0) / 100) * (1 + gapPercent / 100) * (1 + offset * BASIS_POINT);
    const mid = midPrice(listing.base, listing.quote, at) * factor;
    const half = halfSpread * coinOf(listing.base).spread * BASIS_POINT;
    const side = (direction: 1 | -1) => levels(listing, mid, half, direction, depths.get(listing.base) ?? 1);
    const day = dayStatistics(listing.base, listing.quote, at);
    return {
      at,
      ...bestPrices(listing, mid, half),
      last: mid.toFixed(listing.priceDecimals),
      day: dayTexts(day, listing),
      dayVolume: (coinOf(listing.base).dailyVolume / midPrice(listing.base, 'USD', at)).toFixed(8),
      asks: side(1),
      bids: side(-1),
    };
  }

  return {
    controls: {
      setPriceShift: (base, percent) => void shifts.set(base, percent),
      setFeed(exchangeId, feed) {
        feeds[exchangeId] = feed;
        if (feed === 'stale') stoodStillAt.set(exchangeId, clock.now());
        else stoodStillAt.delete(exchangeId);
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
    look(exchangeId, listing, { gapPercent = 0, staleSeconds = 0 }) {
      const shownAt = stoodStillAt.get(exchangeId) ?? new Date(clock.now().getTime() - staleSeconds * 1000);
      const seen = quotation(exchangeId, listing, shownAt, gapPercent);
      return feeds[exchangeId] === 'crossed' ? { ...seen, bid: seen.ask, ask: seen.bid } : seen;
    },
    liveBook: (exchangeId, listing) => quotation(exchangeId, listing, clock.now(), 0),
  };
}

/** Rounded away from each other, and never equal. */
function bestPrices(listing: Listing, mid: number, half: number): { bid: string; ask: string } {
  const tick = 10 ** -listing.priceDecimals;
  const bid = Math.floor((mid * (1 - half)) / tick) * tick;
  const ask = Math.max(Math.ceil((mid * (1 + half)) / tick) * tick, bid + tick);
  return { bid: bid.toFixed(listing.priceDecimals), ask: ask.toFixed(listing.priceDecimals) };
}

/** Each level lies a basis point or so further out and holds more than the one before. */
function levels(listing: Listing, mid: number, half: number, direction: 1 | -1, depth: number): Level[] {
  const best = bestPrices(listing, mid, half);
  const first = Number(direction === 1 ? best.ask : best.bid);
  const tick = 10 ** -listing.priceDecimals;
  const usd = midPrice(listing.base, 'USD', new Date(0));
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

function dayTexts(day: DayStatistics, { priceDecimals }: Listing): Quotation['day'] {
  return {
    open: day.open.toFixed(priceDecimals),
    high: day.high.toFixed(priceDecimals),
    low: day.low.toFixed(priceDecimals),
    average: day.average.toFixed(priceDecimals),
  };
}
