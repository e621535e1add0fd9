import { formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';
import { expect, test } from 'vitest';
import { openDatabaseOfTest } from '../../platform/database/ownDatabase.testing.ts';
import { type Outcome, ok } from '../../providers/outcome.ts';
import type { HourPrice, Market, PriceSource } from '../../providers/venue/venuePort.ts';
import { fillPriceHistory } from './fillPriceHistory.ts';
import { addPastPrices, listWeekPrices } from './priceHistoryStore.ts';

const HOUR_MS = 3_600_000;
const BTC: Market = { base: 'BTC', quote: 'EUR' };
const ETH: Market = { base: 'ETH', quote: 'EUR' };
const DOWN: Outcome<never> = { kind: 'unavailable', retryAfterMs: 1_000, detail: 'no answer' };

/** The newest full hour, taken once: an hour may end during a test. */
const FULL_HOUR = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;

function hoursAgo(hours: number): Date {
  return new Date(FULL_HOUR - hours * HOUR_MS);
}

/** A source with the given answer; `queriedBases` lists the base assets of its calls. */
function createSource(id: string, answer: (market: Market) => Outcome<readonly HourPrice[]>) {
  const queriedBases: string[] = [];
  const source: PriceSource = {
    id,
    getTickers: async () => ok([]),
    async getHourPrices(market) {
      queriedBases.push(market.base);
      return answer(market);
    },
  };
  return { source, queriedBases };
}

function createWeek(): Outcome<readonly HourPrice[]> {
  return ok(
    Array.from({ length: 168 }, (_, index) => ({
      at: hoursAgo(167 - index),
      price: parseDecimal(String(1000 + index)),
    })),
  );
}

const clock = { now: () => new Date() };

test('fills a market without past prices with a week of prices from the first exchange that has them', async () => {
  const { database } = await openDatabaseOfTest();
  const down = createSource('down', () => DOWN);
  const without = createSource('without', () => ok([]));
  const full = createSource('full', createWeek);
  const context = { database, clock, priceSources: [down.source, without.source, full.source] };
  await fillPriceHistory(context, [BTC, ETH]);
  const points = await listWeekPrices(database, 'BTC', 'EUR');
  expect(points).toHaveLength(168);
  expect(points.at(0)).toEqual({ at: hoursAgo(167), mid: '1000' });
  expect(points.at(-1)).toEqual({ at: hoursAgo(0), mid: '1167' });
  expect(full.queriedBases).toEqual(['BTC', 'ETH']);

  // A market with prices is not requested again.
  await fillPriceHistory(context, [BTC, ETH]);
  expect(full.queriedBases).toEqual(['BTC', 'ETH']);
});

test('does not overwrite a recorded price, and stores no price of the future', async () => {
  const { database } = await openDatabaseOfTest();
  const own = { at: hoursAgo(2), price: parseDecimal('7') };
  await addPastPrices(database, BTC, [own]);
  const { source } = createSource('full', () =>
    ok([
      { at: hoursAgo(2), price: parseDecimal('9') },
      { at: new Date(Date.now() + HOUR_MS), price: parseDecimal('9') },
    ]),
  );
  await fillPriceHistory({ database, clock, priceSources: [source] }, [BTC]);
  const points = await listWeekPrices(database, 'BTC', 'EUR');
  expect(points.map(({ at, mid }) => [at, mid])).toEqual([[own.at, formatDecimal(own.price)]]);
});

test('stores nothing while no exchange answers, and requests the prices again in the next round', async () => {
  const { database } = await openDatabaseOfTest();
  const answers: Outcome<readonly HourPrice[]>[] = [DOWN, createWeek()];
  const { source, queriedBases } = createSource('late', () => answers.shift() ?? DOWN);
  const context = { database, clock, priceSources: [source] };
  await fillPriceHistory(context, [BTC]);
  expect(await listWeekPrices(database, 'BTC', 'EUR')).toEqual([]);
  await fillPriceHistory(context, [BTC]);
  expect(await listWeekPrices(database, 'BTC', 'EUR')).toHaveLength(168);
  expect(queriedBases).toEqual(['BTC', 'BTC']);
});
