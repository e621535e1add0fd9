import countries from 'i18n-iso-countries';
import { describe, expect, test } from 'vitest';
import { createCardRecord, hasValidLuhnDigit } from './cardNumbers.ts';
import { COUNTRY_CARDS } from './countryCards.ts';
import { TEST_CARDS } from './testCards.ts';

describe('a card of a country', () => {
  test.each(Object.entries(COUNTRY_CARDS))(
    '%s has a number that identifies the country',
    (_name, { number, country = '' }) => {
      expect(hasValidLuhnDigit(number)).toBe(true);
      expect(number.slice(6, 9)).toBe(countries.alpha2ToNumeric(country));
      expect(createCardRecord({ number, exp_month: 1, exp_year: 2040 }).country).toBe(country);
    },
  );

  test('belongs to the United States if Stripe defines no other country', () => {
    const { number } = TEST_CARDS.visa;
    expect(createCardRecord({ number, exp_month: 1, exp_year: 2040 }).country).toBe('US');
  });
});

test('a card with another expiry date has another fingerprint', () => {
  const fingerprintIn = (exp_month: number) => {
    const { number } = TEST_CARDS.visa;
    return createCardRecord({ number, exp_month, exp_year: 2040 }).fingerprint;
  };
  expect(fingerprintIn(1)).toBe(fingerprintIn(1));
  expect(fingerprintIn(2)).not.toBe(fingerprintIn(1));
});
