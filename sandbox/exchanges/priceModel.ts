import { liveRate } from '../rates/levels.ts';
import { coinOf } from './coins.ts';

/**
 * Where the market stands at a moment, the same in every run: a level and a few waves. It is a simulated price, so it may
 * be a float; from the first quoted digit on everything is exact.
 */

type Wave = { readonly share: number; readonly periodMinutes: number };

/** The steepest moment moves Bitcoin by 0.1 % in a minute, the liveliest coin by 0.14 %: a quote of 60 s hardly drifts. */
const WAVES: readonly Wave[] = [
  { share: 0.018, periodMinutes: 1_860 },
  { share: 0.004, periodMinutes: 190 },
  { share: 0.0009, periodMinutes: 17 },
  { share: 0.00012, periodMinutes: 1.7 },
];

/** Units of the quote currency for one coin. */
export function midPrice(symbol: string, quote: string, at: Date): number {
  return dollars(symbol, at) * dollarsTo(quote, at);
}

function dollars(symbol: string, at: Date): number {
  const coin = coinOf(symbol);
  if ('follows' in coin.level) return dollars(coin.level.follows, at) * coin.level.factor;
  const minutes = at.getTime() / 60_000;
  const movement = WAVES.reduce((sum, wave, index) => {
    const phase = phaseOf(symbol, index);
    return sum + wave.share * Math.sin((2 * Math.PI * minutes) / wave.periodMinutes + phase);
  }, 0);
  return coin.level.usd * (1 + coin.liveliness * movement);
}

function dollarsTo(quote: string, at: Date): number {
  return quote === 'USD' ? 1 : liveRate(quote, at) / liveRate('USD', at);
}

/** A number from 0 to 2π that differs from coin to coin, so that they do not move in step. */
function phaseOf(symbol: string, wave: number): number {
  let hash = 2_166_136_261 + wave;
  for (const character of symbol) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619) >>> 0;
  return ((hash % 10_000) / 10_000) * 2 * Math.PI;
}

export type DayStatistics = {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly average: number;
};

/** The last 24 hours, looked at once an hour. */
export function dayStatistics(symbol: string, quote: string, at: Date): DayStatistics {
  const prices = Array.from({ length: 25 }, (_, hour) =>
    midPrice(symbol, quote, new Date(at.getTime() - (24 - hour) * 3_600_000)),
  );
  return {
    open: prices[0] ?? 0,
    high: Math.max(...prices),
    low: Math.min(...prices),
    average: prices.reduce((sum, price) => sum + price, 0) / prices.length,
  };
}
