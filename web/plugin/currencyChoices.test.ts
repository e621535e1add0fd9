import { i18n } from '@lingui/core';
import { beforeAll, expect, test } from 'vitest';
import { sampleBitcoin, sampleEuro, sampleYen } from '../features/quote/sampleCurrencies.ts';
import { buildPayChoices, buildReceiveChoices } from './currencyChoices.ts';

beforeAll(() => i18n.loadAndActivate({ locale: 'en-US', messages: {} }));

test('shows a fiat currency with its name', () => {
  const [euro, yen, rupiah] = buildPayChoices([
    sampleEuro,
    sampleYen,
    { ...sampleEuro, currency: 'IDR', name: 'Rupiah' },
  ]);
  expect(euro).toMatchObject({ id: 'EUR', code: 'EUR', label: 'EUR · Euro', popular: true });
  expect(yen?.label).toBe('JPY · Japanese Yen');
  expect(rupiah?.popular).toBe(false);
});

test('adds the network only to a crypto of several networks', () => {
  const coin = { ...sampleBitcoin, symbol: 'USDC', name: 'USD Coin', currency: 'USDC', networkName: 'Ethereum' };
  const choices = buildReceiveChoices([sampleBitcoin, coin, { ...coin, currency: 'USDC_BASE', networkName: 'Base' }]);
  expect(choices.map(({ id, code, label }) => [id, code, label])).toEqual([
    ['BTC', 'BTC', 'BTC · Bitcoin'],
    ['USDC', 'USDC', 'USDC · USD Coin (Ethereum)'],
    ['USDC_BASE', 'USDC', 'USDC · USD Coin (Base)'],
  ]);
});
