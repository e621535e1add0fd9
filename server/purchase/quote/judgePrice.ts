import { add, compare, type Decimal, divide, parseDecimal } from '@slipway/money/decimal.ts';
import type { Market, Ticker } from '../../providers/venue/venuePort.ts';

/** A reference price needs this many sources that agree. */
const LEAST_SOURCES = 2;
const TICKER_FRESH_MS = 10_000;
/** Prices agree if they differ by at most this fraction. */
const AGREEMENT: Decimal = parseDecimal('0.01');
const STABLECOIN_AGREEMENT: Decimal = parseDecimal('0.005');
const STABLECOINS = new Set(['USDC', 'USDT', 'DAI']);
/** A jump of more than this within a minute is accepted only after three consecutive ticks that agree. */
const JUMP: Decimal = parseDecimal('0.10');
const AGREEING_TICKS = 3;
const JUMP_WINDOW_MS = 60_000;

const MID_SCALE = 10;

/** A market's ticker, and its exchange. */
export type SourceTicker = { readonly source: string; readonly ticker: Ticker };

export type JudgedPrice = {
  readonly mid: Decimal;
  readonly sources: readonly string[];
  /** Why the price is not trusted; null if it is. */
  readonly distrust: string | null;
};

/**
 * Returns the median of the sources that are fresh, uncrossed and close to the median, with the reason if it is not trusted.
 * Undefined without a usable ticker. Pure.
 */
export function judgePrice(market: Market, tickers: readonly SourceTicker[], now: Date): JudgedPrice | undefined {
  const sound = tickers
    .filter(({ ticker }) => isSound(ticker, now))
    .map(({ source, ticker }) => ({ source, mid: computeMid(ticker) }));
  if (sound.length === 0) return undefined;
  const median = computeMedian(sound.map(({ mid }) => mid));
  const limit = STABLECOINS.has(market.base) ? STABLECOIN_AGREEMENT : AGREEMENT;
  const agreeing = sound.filter(({ mid }) => isNear(mid, median, limit));
  const mid = agreeing.length > 0 ? computeMedian(agreeing.map((priced) => priced.mid)) : median;
  const distrust =
    agreeing.length < LEAST_SOURCES ? `only ${agreeing.length} of ${tickers.length} sources agree` : null;
  return { mid, sources: agreeing.map(({ source }) => source), distrust };
}

type Memory = { readonly mid: Decimal; readonly at: number };

/**
 * Returns a guard that remembers each market's last trusted price, so that a sudden jump is trusted only if it
 * persists.
 */
export function createJumpGuard(): (market: Market, judged: JudgedPrice, now: Date) => JudgedPrice {
  const trustedPrices = new Map<string, Memory>();
  const suspectPrices = new Map<string, { mid: Decimal; ticks: number }>();

  return (market, judged, now) => {
    if (judged.distrust) return judged;
    const key = `${market.base}/${market.quote}`;
    const before = trustedPrices.get(key);
    const recent = before !== undefined && now.getTime() - before.at < JUMP_WINDOW_MS;
    if (!recent || isNear(judged.mid, before.mid, JUMP)) {
      suspectPrices.delete(key);
      trustedPrices.set(key, { mid: judged.mid, at: now.getTime() });
      return judged;
    }
    const doubt = suspectPrices.get(key);
    const ticks = doubt && isNear(judged.mid, doubt.mid, AGREEMENT) ? doubt.ticks + 1 : 1;
    suspectPrices.set(key, { mid: judged.mid, ticks });
    if (ticks < AGREEING_TICKS) return { ...judged, distrust: 'jumped by more than a tenth within a minute' };
    suspectPrices.delete(key);
    trustedPrices.set(key, { mid: judged.mid, at: now.getTime() });
    return judged;
  };
}

function isSound({ bid, ask, at }: Ticker, now: Date): boolean {
  return bid.coefficient > 0n && compare(bid, ask) < 0 && now.getTime() - at.getTime() <= TICKER_FRESH_MS;
}

function computeMid({ bid, ask }: Ticker): Decimal {
  return divide(add(bid, ask), parseDecimal('2'), MID_SCALE, 'up');
}

function computeMedian(values: readonly Decimal[]): Decimal {
  const sorted = values.toSorted(compare);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (!upper || !lower) throw new RangeError('a median needs at least one value');
  return divide(add(upper, lower), parseDecimal('2'), MID_SCALE, 'up');
}

/** Returns whether `value` is within a fraction of `reference`. */
export function isNear(value: Decimal, reference: Decimal, fraction: Decimal): boolean {
  const difference = add(value, { coefficient: -reference.coefficient, scale: reference.scale });
  const distance = {
    coefficient: difference.coefficient < 0n ? -difference.coefficient : difference.coefficient,
    scale: difference.scale,
  };
  const allowed = {
    coefficient: reference.coefficient * fraction.coefficient,
    scale: reference.scale + fraction.scale,
  };
  return compare(distance, allowed) <= 0;
}
