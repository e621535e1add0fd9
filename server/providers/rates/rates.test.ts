import { formatDecimal } from '@slipway/money/decimal.ts';
import { describe, expect, test } from 'vitest';
import { startRates } from '../../../sandbox/rates/start.ts';
import { createSandboxClock } from '../../../sandbox/world/clock.ts';
import { credentials } from '../../../sandbox/world/credentials.ts';
import { createFaults, type Fault, faultSchema } from '../../../sandbox/world/faults.ts';
import { ratesConformance } from './conformance.ts';
import { createEcbRates } from './ecb/ecb.ts';
import { ecbConfigSchema } from './ecb/manifest.ts';
import { readDailyFile } from './ecb/readDailyFile.ts';
import { openExchangeRatesConfigSchema } from './openExchangeRates/manifest.ts';
import { createOpenExchangeRates } from './openExchangeRates/openExchangeRates.ts';
import { readLatestRates } from './openExchangeRates/readLatestRates.ts';

const DAY_SECONDS = 86_400;

async function openWorld() {
  const clock = createSandboxClock();
  const faults = createFaults();
  const standIn = await startRates({ dataDir: '', clock, faults, productUrl: 'http://127.0.0.1:9' }, 0);
  const inject = (effect: Fault['effect']) => faults.replace([faultSchema.parse({ standIn: 'rates', effect })]);
  const openExchangeRates = (appId: string) =>
    createOpenExchangeRates(openExchangeRatesConfigSchema.parse({ appId, apiUrl: standIn.url }));
  const fileUrl = `${standIn.url}/stats/eurofxref/eurofxref-daily.xml`;
  const ecb = createEcbRates(ecbConfigSchema.parse({ fileUrl }));
  return { clock, standIn, inject, ecb, openExchangeRates };
}

ratesConformance('the central bank', async () => {
  const { clock, standIn, inject, ecb } = await openWorld();
  return {
    source: ecb,
    now: clock.now,
    inject,
    expected: ['USD', 'JPY', 'GBP', 'CHF', 'KRW', 'ZAR'],
    // From Friday's file to Monday's.
    ordinaryAgeSeconds: 4 * DAY_SECONDS,
    stop: standIn.stop,
  };
});

ratesConformance('Open Exchange Rates', async () => {
  const { clock, standIn, inject, openExchangeRates } = await openWorld();
  return {
    source: openExchangeRates(credentials.rates.appId),
    now: clock.now,
    inject,
    expected: ['EUR', 'JPY', 'GBP', 'AED', 'KWD', 'KRW', 'VND', 'CLP', 'NGN', 'KES'],
    ordinaryAgeSeconds: 600,
    stop: standIn.stop,
  };
});

describe('the stand-in of both sources', () => {
  test('follows the sandbox’s clock, and returns stale rates with their age', async () => {
    const { clock, standIn, inject, ecb, openExchangeRates } = await openWorld();
    const live = openExchangeRates(credentials.rates.appId);
    const ageSeconds = async (source: typeof live) => {
      const outcome = await source.getRates();
      if (outcome.kind !== 'ok') throw new Error(outcome.kind);
      return (clock.now().getTime() - outcome.value.asOf.getTime()) / 1000;
    };
    clock.advance(30 * DAY_SECONDS);
    expect(await ageSeconds(live)).toBeLessThan(600);
    expect(await ageSeconds(ecb)).toBeLessThan(4 * DAY_SECONDS);
    inject('price_stale');
    expect(await ageSeconds(live)).toBeGreaterThanOrEqual(7_200);
    inject('price_stale');
    expect(await ageSeconds(ecb)).toBeGreaterThan(6 * DAY_SECONDS);
    await standIn.stop();
  });

  test('returns similar rates from both, and none for a wrong key', async () => {
    const { standIn, ecb, openExchangeRates } = await openWorld();
    const daily = await ecb.getRates();
    const live = await openExchangeRates(credentials.rates.appId).getRates();
    if (daily.kind !== 'ok' || live.kind !== 'ok') throw new Error('no rates');
    const number = (rates: typeof live.value.rates, code: string) =>
      Number(formatDecimal(rates.get(code) ?? { coefficient: 0n, scale: 0 }));
    for (const code of daily.value.rates.keys()) {
      if (code === 'USD') continue;
      const cross = number(live.value.rates, code) / number(live.value.rates, 'EUR');
      expect(Math.abs(cross / number(daily.value.rates, code) - 1)).toBeLessThan(0.005);
    }
    expect((await openExchangeRates('somebody').getRates()).kind).toBe('unavailable');
    await standIn.stop();
  });
});

describe('the daily file', () => {
  const cubes = (...more: string[]) =>
    [
      ...Array.from(
        { length: 20 },
        (_, index) => `<Cube currency='A${String.fromCharCode(65 + index)}A' rate='1.10'/>`,
      ),
      ...more,
    ].join('');
  const file = (inside: string, time = '2026-11-20') =>
    `<?xml version="1.0"?><gesmes:Envelope xmlns:gesmes="x"><Cube><Cube time='${time}'>${inside}</Cube></Cube></gesmes:Envelope>`;

  test('keeps all digits', () => {
    const { rates, base, asOf } = readDailyFile(file(cubes(`<Cube currency='IDR' rate='17103.5500000000000001'/>`)));
    expect(base).toBe('EUR');
    expect(asOf.toISOString()).toBe('2026-11-20T14:00:00.000Z');
    expect(formatDecimal(rates.get('IDR') ?? { coefficient: 0n, scale: 0 })).toBe('17103.5500000000000001');
    expect(formatDecimal(rates.get('AAA') ?? { coefficient: 0n, scale: 0 })).toBe('1.10');
  });

  test.each([
    ['a rate with an exponent', file(cubes(`<Cube currency='USD' rate='1e1'/>`))],
    ['a negative rate', file(cubes(`<Cube currency='USD' rate='-1.1'/>`))],
    ['a rate of zero', file(cubes(`<Cube currency='USD' rate='0.0'/>`))],
    ['a missing rate', file(cubes(`<Cube currency='USD'/>`))],
    ['one currency twice', file(cubes(`<Cube currency='AAA' rate='1.1'/>`))],
    ['a code of four letters', file(cubes(`<Cube currency='USDT' rate='1.1'/>`))],
    ['no date', file(cubes(), 'today')],
    ['a few currencies only', file(`<Cube currency='USD' rate='1.1'/>`)],
    ['a file that breaks off', file(cubes()).slice(0, -30)],
    ['a document type', `<!DOCTYPE x [<!ENTITY a "b">]>${file(cubes())}`],
    ['something else', '<html><body>maintenance</body></html>'],
  ])('refuses %s', (_what, xml) => {
    expect(() => readDailyFile(xml)).toThrow();
  });
});

describe('the latest rates', () => {
  const answer = (rates: string) => `{"timestamp": 1795250000, "base": "USD", "rates": {${rates}}}`;
  const written = (rates: string) =>
    Object.fromEntries([...readLatestRates(answer(rates)).rates].map(([code, rate]) => [code, formatDecimal(rate)]));

  test('keep digits that a float would lose', () => {
    expect(written('"IDR": 15734.123456789012345678, "KWD": 0.30650, "JPY": 151')).toEqual({
      IDR: '15734.123456789012345678',
      KWD: '0.30650',
      JPY: '151',
    });
  });

  test('are read exactly with exponents', () => {
    expect(written('"BTC": 1.53e-5, "VND": 2.5e4')).toEqual({ BTC: '0.0000153', VND: '25000' });
  });

  test('leave out invalid rates and the base', () => {
    expect(written('"USD": 1, "EUR": 0.92, "GBP": 0, "CHF": -1, "XXX": null, "AAAA": 2, "SEK": "11"')).toEqual({
      EUR: '0.92',
      SEK: '11',
    });
  });

  test.each([
    '',
    '[]',
    '{"base":"USD","rates":{}}',
    '{"timestamp":1,"base":"usd","rates":{}}',
    answer('"EUR": 1').slice(0, -2),
  ])('refuses %s', (text) => {
    expect(() => readLatestRates(text)).toThrow();
  });
});
