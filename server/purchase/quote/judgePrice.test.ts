import { formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';
import { describe, expect, test } from 'vitest';
import { createJumpGuard, judgePrice, type SourceTicker } from './judgePrice.ts';

const market = { base: 'BTC', quote: 'EUR' };
const now = new Date('2026-11-21T12:00:00Z');

function createTicker(source: string, bid: string, ask: string, ageMs = 0): SourceTicker {
  const at = new Date(now.getTime() - ageMs);
  return { source, ticker: { ...market, bid: parseDecimal(bid), ask: parseDecimal(ask), at } };
}

function judgeTickers(...tickers: SourceTicker[]) {
  const price = judgePrice(market, tickers, now);
  return (
    price && {
      mid: formatDecimal(price.mid).replace(/\.?0+$/, ''),
      sources: price.sources,
      trusted: price.distrust === null,
    }
  );
}

describe('the reference price', () => {
  test('is the median of the sources', () => {
    expect(
      judgeTickers(createTicker('a', '99', '101'), createTicker('b', '99.5', '101.5'), createTicker('c', '100', '102')),
    ).toEqual({
      mid: '100.5',
      sources: ['a', 'b', 'c'],
      trusted: true,
    });
  });

  test('leaves out a source with an outlying, stale or crossed price', () => {
    const outOfLine = judgeTickers(
      createTicker('a', '99.9', '100.1'),
      createTicker('b', '100', '100.2'),
      createTicker('c', '120', '121'),
    );
    expect(outOfLine).toMatchObject({ sources: ['a', 'b'], trusted: true });
    const stale = judgeTickers(
      createTicker('a', '99.9', '100.1'),
      createTicker('b', '100', '100.2'),
      createTicker('c', '100', '100.2', 10_001),
    );
    expect(stale).toMatchObject({ sources: ['a', 'b'] });
    const crossed = judgeTickers(
      createTicker('a', '99.9', '100.1'),
      createTicker('b', '100', '100.2'),
      createTicker('c', '101', '100'),
    );
    expect(crossed).toMatchObject({ sources: ['a', 'b'] });
  });

  test('is not trusted with one source, and undefined without a usable one', () => {
    expect(judgeTickers(createTicker('a', '99', '101'))).toMatchObject({ trusted: false });
    expect(judgeTickers(createTicker('a', '0', '101'))).toBeUndefined();
    expect(judgeTickers()).toBeUndefined();
  });
});

test('the jump guard trusts a price that jumped by more than a tenth from the third tick on', () => {
  const guard = createJumpGuard();
  const price = (mid: string) => ({ mid: parseDecimal(mid), sources: ['a', 'b'], distrust: null });
  const isTrusted = (mid: string) => guard(market, price(mid), now).distrust === null;
  expect(isTrusted('100')).toBe(true);
  expect(isTrusted('109')).toBe(true);
  expect([isTrusted('130'), isTrusted('130.1'), isTrusted('130.2')]).toEqual([false, false, true]);
  expect(isTrusted('131')).toBe(true);
});
