import { expect, test } from 'vitest';
import { countries, findCountry } from './countries.ts';

test('every tender is a currency of ISO 4217', () => {
  const known = new Set(Intl.supportedValuesOf('currency'));
  expect(countries.filter(({ currency }) => !known.has(currency))).toEqual([]);
  expect(countries.length).toBeGreaterThan(240);
});

test('Croatia and Bulgaria pay in euros, Curaçao in its new guilder, Antarctica in nothing', () => {
  expect(findCountry('HR')?.currency).toBe('EUR');
  expect(findCountry('BG')?.currency).toBe('EUR');
  expect(findCountry('CW')?.currency).toBe('XCG');
  expect(findCountry('AQ')).toBeUndefined();
});
