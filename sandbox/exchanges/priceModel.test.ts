import { describe, expect, test } from 'vitest';
import { coins } from './coins.ts';
import { computeDayStatistics, computeMidPrice } from './priceModel.ts';

const START = Date.UTC(2026, 10, 21);
const HOUR_MS = 3_600_000;

describe('the price model', () => {
  test('returns the same price for the same time, near its level', () => {
    const at = new Date(START);
    expect(computeMidPrice('BTC', 'EUR', at)).toBe(computeMidPrice('BTC', 'EUR', new Date(START)));
    expect(computeMidPrice('BTC', 'EUR', at)).toBeGreaterThan(57_000);
    expect(computeMidPrice('BTC', 'EUR', at)).toBeLessThan(63_000);
    expect(computeMidPrice('USDC', 'EUR', at)).toBeCloseTo(0.92, 2);
    expect(computeMidPrice('WBTC', 'USD', at) / computeMidPrice('BTC', 'USD', at)).toBeCloseTo(0.9991, 6);
  });

  test.each(coins.map(({ symbol }) => symbol))(
    'the price of %s changes, but by less than 0.3 percent in any minute of two days',
    (symbol) => {
      let last = computeMidPrice(symbol, 'EUR', new Date(START));
      let widest = 0;
      for (let ms = START + 15_000; ms < START + 48 * HOUR_MS; ms += 15_000) {
        const price = computeMidPrice(symbol, 'EUR', new Date(ms));
        widest = Math.max(widest, Math.abs(price / last - 1));
        last = price;
      }
      expect(widest * 4).toBeLessThan(0.003);
      expect(widest).toBeGreaterThan(0);
    },
  );

  test('high and low enclose open and average', () => {
    const day = computeDayStatistics('ETH', 'USD', new Date(START));
    expect(day.low).toBeLessThanOrEqual(Math.min(day.open, day.average));
    expect(day.high).toBeGreaterThanOrEqual(Math.max(day.open, day.average));
  });
});
