import { parseDecimal } from '@slipway/money/decimal.ts';
import { expect, test } from 'vitest';
import { dayFigures } from './collectPrices.ts';
import type { Voice } from './judgePrice.ts';

function voice(source: string, day: { readonly open?: string; readonly quoteVolume?: string }): Voice {
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

test('the day’s opening comes from whoever knows it, the volume from all together', () => {
  const heard = [voice('kraken', { quoteVolume: '10.5' }), voice('bitstamp', { open: '59000', quoteVolume: '2.25' })];
  expect(dayFigures(heard)).toEqual({ open: '59000', quoteVolume: '12.75' });
});

test('what nobody says is not known', () => {
  expect(dayFigures([voice('kraken', {})])).toEqual({ open: null, quoteVolume: null });
});
