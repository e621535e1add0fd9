import { describe, expect, test } from 'vitest';
import { coins } from './coins.ts';
import { dayStatistics, midPrice } from './priceModel.ts';

const START = Date.UTC(2026, 10, 21);
const HOUR_MS = 3_600_000;

describe('the price model', () => {
  test('gives the same price for the same moment, near its level', () => {
    const at = new Date(START);
    expect(midPrice('BTC', 'EUR', at)).toBe(midPrice('BTC', 'EUR', new Date(START)));
    expect(midPrice('BTC', 'EUR', at)).toBeGreaterThan(57_000);
    expect(midPrice('BTC', 'EUR', at)).toBeLessThan(63_000);
    expect(midPrice('USDC', 'EUR', at)).toBeCloseTo(0.92, 2);
    expect(midPrice('WBTC', 'USD', at) / midPrice('BTC', 'USD', at)).toBeCloseTo(0.9991, 6);
  });

  test.each(coins.map(({ symbol }) => symbol))(
    '%s moves, and by less than 0.3 percent in any minute of two days',
    (symbol) => {
      let last = midPrice(symbol, 'EUR', new Date(START));
      let widest = 0;
      for (let ms = START + 15_000; ms < START + 48 * HOUR_MS; ms += 15_000) {
        const price = midPrice(symbol, 'EUR', new Date(ms));
        widest = Math.max(widest, Math.abs(price / last - 1));
        last = price;
      }
      expect(widest * 4).toBeLessThan(0.003);
      expect(widest).toBeGreaterThan(0);
    },
  );

  test('keeps high and low about the rest', () => {
    const day = dayStatistics('ETH', 'USD', new Date(START));
    expect(day.low).toBeLessThanOrEqual(Math.min(day.open, day.average));
    expect(day.high).toBeGreaterThanOrEqual(Math.max(day.open, day.average));
  });
});
