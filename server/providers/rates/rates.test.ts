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
    const toNumber = (rates: typeof live.value.rates, code: string) =>
      Number(formatDecimal(rates.get(code) ?? { coefficient: 0n, scale: 0 }));
    for (const code of daily.value.rates.keys()) {
      if (code === 'USD') continue;
      const cross = toNumber(live.value.rates, code) / toNumber(live.value.rates, 'EUR');
      expect(Math.abs(cross / toNumber(daily.value.rates, code) - 1)).toBeLessThan(0.005);
    }
    expect((await openExchangeRates('wrong-key').getRates()).kind).toBe('unavailable');
    await standIn.stop();
  });
});

describe('the daily file', () => {
  const buildCubes = (...more: string[]) =>
    [
      ...Array.from(
        { length: 20 },
        (_, index) => `<Cube currency='A${String.fromCharCode(65 + index)}A' rate='1.10'/>`,
      ),
      ...more,
    ].join('');
  const buildFile = (inside: string, time = '2026-11-20') =>
    `<?xml version="1.0"?><gesmes:Envelope xmlns:gesmes="x"><Cube><Cube time='${time}'>${inside}</Cube></Cube></gesmes:Envelope>`;

  test('keeps all digits, and is dated at 14:00 UTC', () => {
    const { rates, base, asOf } = readDailyFile(
      buildFile(buildCubes(`<Cube currency='IDR' rate='17103.5500000000000001'/>`)),
    );
    expect(base).toBe('EUR');
    expect(asOf.toISOString()).toBe('2026-11-20T14:00:00.000Z');
    expect(formatDecimal(rates.get('IDR') ?? { coefficient: 0n, scale: 0 })).toBe('17103.5500000000000001');
    expect(formatDecimal(rates.get('AAA') ?? { coefficient: 0n, scale: 0 })).toBe('1.10');
  });

  test.each([
    ['a rate with an exponent', buildFile(buildCubes(`<Cube currency='USD' rate='1e1'/>`))],
    ['a negative rate', buildFile(buildCubes(`<Cube currency='USD' rate='-1.1'/>`))],
    ['a rate of zero', buildFile(buildCubes(`<Cube currency='USD' rate='0.0'/>`))],
    ['a missing rate', buildFile(buildCubes(`<Cube currency='USD'/>`))],
    ['one currency twice', buildFile(buildCubes(`<Cube currency='AAA' rate='1.1'/>`))],
    ['a code of four letters', buildFile(buildCubes(`<Cube currency='USDT' rate='1.1'/>`))],
    ['no date', buildFile(buildCubes(), 'today')],
    ['a few currencies only', buildFile(`<Cube currency='USD' rate='1.1'/>`)],
    ['a file that breaks off', buildFile(buildCubes()).slice(0, -30)],
    ['a document type', `<!DOCTYPE x [<!ENTITY a "b">]>${buildFile(buildCubes())}`],
    ['something else', '<html><body>maintenance</body></html>'],
  ])('refuses %s', (_what, xml) => {
    expect(() => readDailyFile(xml)).toThrow();
  });
});

describe('the latest rates', () => {
  const buildAnswer = (rates: string) => `{"timestamp": 1795250000, "base": "USD", "rates": {${rates}}}`;
  const readWrittenRates = (rates: string) =>
    Object.fromEntries(
      [...readLatestRates(buildAnswer(rates)).rates].map(([code, rate]) => [code, formatDecimal(rate)]),
    );

  test('keep digits that a float would lose', () => {
    expect(readWrittenRates('"IDR": 15734.123456789012345678, "KWD": 0.30650, "JPY": 151')).toEqual({
      IDR: '15734.123456789012345678',
      KWD: '0.30650',
      JPY: '151',
    });
  });

  test('are read exactly with exponents', () => {
    expect(readWrittenRates('"BTC": 1.53e-5, "VND": 2.5e4')).toEqual({ BTC: '0.0000153', VND: '25000' });
  });

  test('leave out invalid rates and the base, and accept a number as a string', () => {
    expect(readWrittenRates('"USD": 1, "EUR": 0.92, "GBP": 0, "CHF": -1, "XXX": null, "AAAA": 2, "SEK": "11"')).toEqual(
      {
        EUR: '0.92',
        SEK: '11',
      },
    );
  });

  test.each([
    '',
    '[]',
    '{"base":"USD","rates":{}}',
    '{"timestamp":1,"base":"usd","rates":{}}',
    buildAnswer('"EUR": 1').slice(0, -2),
  ])('are not read from %j', (text) => {
    expect(() => readLatestRates(text)).toThrow();
  });
});
