import { expect, test } from 'vitest';
import { computePriceLine, computePriceRange } from './computePriceLine.ts';

const HALF_HOUR_MS = 30 * 60 * 1000;

function buildPoints(prices: readonly string[]) {
  return prices.map((price, index) => ({ at: new Date(index * HALF_HOUR_MS).toISOString(), price }));
}

test('draws the line over the full width, from the lowest to the highest price', () => {
  const line = computePriceLine(buildPoints(['10', '12', '9.5', '11', '11', '11', '11', '10.5']), 70, 100);
  expect(line?.path).toMatch(/^M0 80L10 0L20 100L/);
  expect(line?.low).toEqual({ x: 20, y: 100, price: '9.5' });
  expect(line?.high).toEqual({ x: 10, y: 0, price: '12' });
  expect(line?.last).toEqual({ x: 70, y: 60, price: '10.5' });
  expect(line?.openY).toBe(80);
});

test('draws a constant price as a line at the bottom', () => {
  expect(computePriceLine(buildPoints(Array.from({ length: 8 }, () => '10')), 70, 100)?.path).toMatch(/^M0 100L10 100/);
});

test('draws nothing for too few points or too short a time', () => {
  expect(computePriceLine([], 70, 100)).toBeNull();
  expect(computePriceLine(buildPoints(['1', '2', '3']), 70, 100)).toBeNull();
  const minutes = buildPoints(Array.from({ length: 20 }, () => '1')).map((point, index) => ({
    ...point,
    at: new Date(index * 60_000).toISOString(),
  }));
  expect(computePriceLine(minutes, 70, 100)).toBeNull();
});

test('returns the extremes of the points and the current price, and null without points', () => {
  expect(computePriceRange(buildPoints(['10', '9.5', '12']), '8')).toEqual({
    since: new Date(0).toISOString(),
    low: '8',
    high: '12',
  });
  expect(computePriceRange([], '8')).toBeNull();
});
