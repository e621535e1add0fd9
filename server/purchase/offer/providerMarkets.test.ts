import { parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { expect, test, vi } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import type { MarketAnswer } from '../../providers/offers/offerPort.ts';
import { createProviderMarkets, mergeMarkets } from './providerMarkets.ts';

const { catalog } = seededSettings();
const euro = fiatAsset('EUR');
const away: MarketAnswer = { kind: 'unavailable', detail: 'away' };

const createMarketAnswer = (least: string): MarketAnswer => ({
  kind: 'ok',
  value: {
    currencies: [{ asset: euro, methods: ['credit_debit_card'], least: parseAmount(euro, least), most: undefined }],
    coins: [],
  },
});

function openMarkets() {
  let answer = createMarketAnswer('20');
  let now = 0;
  const market = vi.fn(async (): Promise<MarketAnswer> => answer);
  return {
    market,
    markets: createProviderMarkets({ market }, catalog, () => now),
    setAnswer: (next: MarketAnswer) => {
      answer = next;
    },
    advanceClock: (minutes: number) => {
      now += minutes * 60_000;
    },
  };
}

test('queries a market once for simultaneous callers, and again after some minutes', async () => {
  const { market, markets, setAnswer, advanceClock } = openMarkets();
  await Promise.all(Array.from({ length: 20 }, () => markets('acme', 'DE')));
  setAnswer(createMarketAnswer('30'));
  advanceClock(4);
  expect(await markets('acme', 'DE')).toEqual(createMarketAnswer('20'));
  expect(market).toHaveBeenCalledTimes(1);
  advanceClock(2);
  expect(await markets('acme', 'DE')).toEqual(createMarketAnswer('30'));
  await markets('acme', 'FR');
  expect(market).toHaveBeenCalledTimes(3);
});

test('keeps the last answer of a provider that becomes unavailable', async () => {
  const { markets, setAnswer, advanceClock } = openMarkets();
  await markets('acme', 'DE');
  setAnswer(away);
  advanceClock(60);
  expect(await markets('acme', 'DE')).toEqual(createMarketAnswer('20'));
  expect(await markets('acme', 'FR')).toEqual(away);
});

test('replaces the last answer by a refusal', async () => {
  const { markets, setAnswer, advanceClock } = openMarkets();
  await markets('acme', 'DE');
  const refused: MarketAnswer = { kind: 'refused', reason: 'region', detail: 'DE' };
  setAnswer(refused);
  advanceClock(60);
  expect(await markets('acme', 'DE')).toEqual(refused);
});

test('merges several markets to the widest limits and all methods', () => {
  const others: MarketAnswer = {
    kind: 'ok',
    value: {
      currencies: [
        { asset: euro, methods: ['apple_pay'], least: parseAmount(euro, '5'), most: undefined },
        { asset: fiatAsset('USD'), methods: ['apple_pay'], least: undefined, most: undefined },
      ],
      coins: [],
    },
  };
  expect(mergeMarkets([away, createMarketAnswer('20'), others])).toEqual({
    kind: 'ok',
    value: {
      currencies: [
        {
          asset: euro,
          methods: ['credit_debit_card', 'apple_pay'],
          least: parseAmount(euro, '5'),
          most: undefined,
        },
        { asset: fiatAsset('USD'), methods: ['apple_pay'], least: undefined, most: undefined },
      ],
      coins: [],
    },
  });
  expect(mergeMarkets([away])).toEqual(away);
  expect(mergeMarkets([]).kind).toBe('unavailable');
});
