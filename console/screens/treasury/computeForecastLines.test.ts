import { expect, test } from 'vitest';
import { computeForecastLines } from './computeForecastLines.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const forecast = {
  past: [
    { at: '2026-11-20T12:00:00.000Z', amount: '5' },
    { at: '2026-11-21T06:00:00.000Z', amount: '4' },
  ],
  now: '3',
  reserved: '1',
  perHour: '0.5',
  refill: { amount: '2' },
};
const HOURS_BACK = 24;

test('forecasts the balance at the hourly pace, with and without the refill, and never below zero', () => {
  const { times, lines } = computeForecastLines(forecast, NOW);
  const [was, without, withRefill, bound] = lines.map(({ values }) => values);
  expect(times[HOURS_BACK]).toBe(NOW);
  expect(was?.slice(0, 2)).toEqual([5, 5]);
  expect(was?.[HOURS_BACK - 1]).toBe(4);
  expect(was?.slice(HOURS_BACK, HOURS_BACK + 2)).toEqual([3, null]);
  expect([without?.[HOURS_BACK - 1], without?.[HOURS_BACK + 2], without?.at(-1)]).toEqual([null, 2, 0]);
  expect(withRefill?.[HOURS_BACK + 2]).toBe(4);
  expect(new Set(bound)).toEqual(new Set([1]));
});

test('draws no refill line if no refill is under way', () => {
  expect(computeForecastLines({ ...forecast, refill: null }, NOW).lines.map(({ kind }) => kind)).toEqual([
    'fact',
    'forecast',
    'bound',
  ]);
});
