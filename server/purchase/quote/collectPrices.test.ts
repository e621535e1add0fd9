import { parseDecimal } from '@slipway/money/decimal.ts';
import { expect, test } from 'vitest';
import { computeDayFigures } from './collectPrices.ts';
import type { SourceTicker } from './judgePrice.ts';

function createTicker(source: string, day: { readonly open?: string; readonly quoteVolume?: string }): SourceTicker {
  const ticker = {
    base: 'BTC',
    quote: 'EUR',
    bid: parseDecimal('60000'),
    ask: parseDecimal('60001'),
    at: new Date(),
    ...(day.open ? { open: parseDecimal(day.open) } : {}),
    ...(day.quoteVolume ? { quoteVolume: parseDecimal(day.quoteVolume) } : {}),
  };
  return { source, ticker };
}

test('takes the opening price from the first exchange that has one, and adds up all volumes', () => {
  const tickers = [
    createTicker('kraken', { quoteVolume: '10.5' }),
    createTicker('bitstamp', { open: '59000', quoteVolume: '2.25' }),
  ];
  expect(computeDayFigures(tickers)).toEqual({ open: '59000', quoteVolume: '12.75' });
});

test('returns null for figures that no exchange has', () => {
  expect(computeDayFigures([createTicker('kraken', {})])).toEqual({ open: null, quoteVolume: null });
});
