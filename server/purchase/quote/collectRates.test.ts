import { formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { createEcbRates } from '../../providers/rates/ecb/ecb.ts';
import { createOpenExchangeRates } from '../../providers/rates/openExchangeRates/openExchangeRates.ts';
import type { RatesSource } from '../../providers/rates/ratesPort.ts';
import { combineRates, createRatesCollector } from './collectRates.ts';

const { database } = await openOwnDatabase();
const NOON = new Date('2026-11-20T12:00:00Z');
const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOON }));
afterEach(() => void vi.useRealTimers());

/** A source with configurable answers; the vendor's own rule decides what is outdated. */
function createSource(vendor: RatesSource) {
  const state = { queries: 0, perEuro: '1.10', asOf: NOON, isDown: false };
  const source: RatesSource = {
    ...vendor,
    async getRates() {
      state.queries += 1;
      if (state.isDown) return { kind: 'unavailable', retryAfterMs: 1, detail: 'down' };
      const rates = new Map([['USD', parseDecimal(state.perEuro)]]);
      return { kind: 'ok', value: { source: vendor.id, base: 'EUR', rates, asOf: state.asOf } };
    },
  };
  return { source, state };
}

function createWorld() {
  const live = createSource(createOpenExchangeRates({ appId: 'any', apiUrl: 'http://127.0.0.1:9', base: 'EUR' }));
  const daily = createSource(createEcbRates({ fileUrl: 'http://127.0.0.1:9' }));
  daily.state.perEuro = '1.12';
  daily.state.asOf = new Date('2026-11-19T14:00:00Z');
  const collect = createRatesCollector({
    database,
    ratesSources: [live.source, daily.source],
    clock: { now: () => new Date() },
    log: createLog('silent'),
  });
  return { live: live.state, daily: daily.state, collect };
}

function readStoredRate() {
  return database.maybeOne<{ perEuro: string; dailyOnly: boolean; fetchedAt: Date }>(sql`
    select per_euro as "perEuro", daily_only as "dailyOnly", observed_at as "fetchedAt"
    from fiat_rates where currency = 'USD'`);
}

const advanceClock = (minutes: number) => void vi.setSystemTime(Date.now() + minutes * MINUTE_MS);

test('uses an answer for ten minutes, even if its source fails meanwhile', async () => {
  const { live, collect } = createWorld();
  await collect();
  live.isDown = true;
  for (const minutes of [4, 2, 4]) {
    advanceClock(minutes);
    await collect();
    expect(await readStoredRate()).toMatchObject({ perEuro: '1.10', dailyOnly: false, fetchedAt: NOON });
  }
  advanceClock(1);
  await collect();
  expect(await readStoredRate()).toMatchObject({ perEuro: '1.12', dailyOnly: true });
});

test('queries an answering source every five minutes, and a failing one each time', async () => {
  const { live, daily, collect } = createWorld();
  daily.isDown = true;
  for (let minute = 0; minute <= 5; minute += 1) {
    await collect();
    advanceClock(1);
  }
  expect([live.queries, daily.queries]).toEqual([2, 6]);
});

test('ignores rates that their source should have renewed', async () => {
  const { live, daily, collect } = createWorld();
  live.asOf = new Date(NOON.getTime() - 71 * MINUTE_MS);
  await collect();
  expect(await readStoredRate()).toMatchObject({ dailyOnly: true });

  const other = createWorld();
  other.live.isDown = true;
  other.daily.asOf = new Date('2026-11-17T14:00:00Z');
  const before = await readStoredRate();
  advanceClock(1);
  await other.collect();
  expect(await readStoredRate()).toEqual(before);
  expect(daily.queries).toBe(1);
});

test('judges a cached answer by its own date', async () => {
  const { live, collect } = createWorld();
  live.asOf = new Date(NOON.getTime() - 69 * MINUTE_MS);
  await collect();
  expect(await readStoredRate()).toMatchObject({ dailyOnly: false });
  advanceClock(2);
  live.asOf = new Date(NOON.getTime() + MINUTE_MS);
  await collect();
  expect(await readStoredRate()).toMatchObject({
    dailyOnly: false,
    fetchedAt: new Date(NOON.getTime() + 2 * MINUTE_MS),
  });
});

test('uses a live rate only within a tenth of the daily one', () => {
  const rates = (perEuro: string) => ({ source: '', base: 'EUR', rates: new Map([['USD', parseDecimal(perEuro)]]) });
  const combineWithDaily = (live: string) =>
    combineRates([
      { kind: 'daily', rates: { ...rates('1.00'), asOf: NOON }, fetchedAt: NOON },
      { kind: 'live', rates: { ...rates(live), asOf: NOON }, fetchedAt: NOON },
    ]).find(({ currency }) => currency === 'USD');
  expect(combineWithDaily('1.10')?.sources).toEqual(['live', 'daily']);
  const disbelieved = combineWithDaily('1.11');
  expect([disbelieved?.sources, formatDecimal(disbelieved?.perEuro ?? parseDecimal('0'))]).toEqual([['daily'], '1.00']);
});
