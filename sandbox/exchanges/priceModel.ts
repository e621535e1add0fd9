import { computeLiveRate } from '../rates/rateLevels.ts';
import { getCoin } from './coins.ts';

// The deterministic market price of a coin: a level and a few waves. The price is a float here; quoted prices have exact digits.

type Wave = { readonly share: number; readonly periodMinutes: number };

/** Moves Bitcoin by at most 0.1 % per minute and the most volatile coin by 0.14 %: a quote of 60 s hardly drifts. */
const WAVES: readonly Wave[] = [
  { share: 0.018, periodMinutes: 1_860 },
  { share: 0.004, periodMinutes: 190 },
  { share: 0.0009, periodMinutes: 17 },
  { share: 0.00012, periodMinutes: 1.7 },
];

/** Returns the mid price of one coin in the quote currency. */
export function computeMidPrice(symbol: string, quote: string, at: Date): number {
  return computeDollarPrice(symbol, at) * computeDollarRate(quote, at);
}

function computeDollarPrice(symbol: string, at: Date): number {
  const coin = getCoin(symbol);
  if ('follows' in coin.level) return computeDollarPrice(coin.level.follows, at) * coin.level.factor;
  const minutes = at.getTime() / 60_000;
  const movement = WAVES.reduce((sum, wave, index) => {
    const phase = computePhase(symbol, index);
    return sum + wave.share * Math.sin((2 * Math.PI * minutes) / wave.periodMinutes + phase);
  }, 0);
  return coin.level.usd * (1 + coin.volatility * movement);
}

function computeDollarRate(quote: string, at: Date): number {
  return quote === 'USD' ? 1 : computeLiveRate(quote, at) / computeLiveRate('USD', at);
}

/** Returns a phase from 0 to 2π that differs between coins, so that they do not move in parallel. */
function computePhase(symbol: string, wave: number): number {
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

/** Returns statistics of the last 24 hours, sampled hourly. */
export function computeDayStatistics(symbol: string, quote: string, at: Date): DayStatistics {
  const prices = Array.from({ length: 25 }, (_, hour) =>
    computeMidPrice(symbol, quote, new Date(at.getTime() - (24 - hour) * 3_600_000)),
  );
  return {
    open: prices[0] ?? 0,
    high: Math.max(...prices),
    low: Math.min(...prices),
    average: prices.reduce((sum, price) => sum + price, 0) / prices.length,
  };
}
