import { expect, test } from 'vitest';
import { countries, findCountry } from './countries.ts';

test('every country has a currency of ISO 4217', () => {
  const isoCurrencies = new Set(Intl.supportedValuesOf('currency'));
  expect(countries.filter(({ currency }) => !isoCurrencies.has(currency))).toEqual([]);
  expect(countries.length).toBeGreaterThan(240);
});

test('Croatia and Bulgaria have the euro, Curaçao its new guilder, and Antarctica is missing', () => {
  expect(findCountry('HR')?.currency).toBe('EUR');
  expect(findCountry('BG')?.currency).toBe('EUR');
  expect(findCountry('CW')?.currency).toBe('XCG');
  expect(findCountry('AQ')).toBeUndefined();
});
