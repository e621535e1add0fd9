import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatUnfocusedAmount } from './amountInput.ts';
import { DEFAULT_DECIMALS, type ReadAmount, readAmount } from './readAmount.ts';

const LOCALES = ['en-US', 'de-DE', 'es-ES', 'zh-CN', 'ar-AE'];

function read(text: string, locale = 'en-US', decimals = 2, code = 'EUR'): string {
  const result: ReadAmount = readAmount(text, { locale, decimals, code });
  if (result.kind === 'amount') return result.amount;
  return result.kind === 'ambiguous' ? result.readings.join(' or ') : result.reason;
}

describe('in every language', () => {
  test.each([
    ['', ''],
    ['0', ''],
    ['0.00', ''],
    ['100', '100'],
    ['007', '7'],
    ['+100', '100'],
    ['5.', '5'],
    ['.5', '0.5'],
    ['12,5', '12.5'],
    ['12.50', '12.50'],
    ['0.500', '0.50'],
    ['0,500', '0.50'],
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['1 234,56', '1234.56'],
    ['1 234.56', '1234.56'],
    ['1\u00a0234,56', '1234.56'],
    ['1\u202f234,56', '1234.56'],
    ['1’234.56', '1234.56'],
    ["1'234.56", '1234.56'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1.234.567,89', '1234567.89'],
    ['1,00,000.50', '100000.50'],
    ['100.00 EUR', '100.00'],
    ['EUR 100', '100'],
    ['eur100', '100'],
    ['€ 1 234,56', '1234.56'],
    ['100,00 €', '100.00'],
    ['\u2066100.00\u2069\u00a0EUR', '100.00'],
    ['\u200b100\u200b', '100'],
    ['１２．５', '12.5'],
    ['12。5', '12.5'],
    ['٢٥٠', '250'],
    ['۲۵۰', '250'],
    ['٢٨٠٫٥٠', '280.50'],
    ['١٬٢٣٤٫٥٦', '1234.56'],
    ['२५०', '250'],
  ])('reads %j as %j', (text, amount) => {
    expect(LOCALES.map((locale) => read(text, locale))).toEqual(LOCALES.map(() => amount));
  });

  test.each([
    ['1e3', 'unreadable'],
    ['0x10', 'unreadable'],
    ['½', 'unreadable'],
    ['1½', 'unreadable'],
    ['1²', 'unreadable'],
    ['nothing', 'unreadable'],
    ['12.3.4', 'unreadable'],
    ['1,23,4', 'unreadable'],
    ['12 34', 'unreadable'],
    ['1,234.567.8', 'unreadable'],
    ['100-200', 'unreadable'],
    ['1/2', 'unreadable'],
    ['10%', 'unreadable'],
    ['1k', 'unreadable'],
    ['2 Mio', 'unreadable'],
    ['100 USD', 'unreadable'],
    ['£100', 'unreadable'],
    ['.', 'unreadable'],
    ['9'.repeat(40), 'unreadable'],
    ['-50', 'negative'],
    ['−50', 'negative'],
    ['－50', 'negative'],
  ])('rejects %j: %s', (text, reason) => {
    expect(LOCALES.map((locale) => read(text, locale))).toEqual(LOCALES.map(() => reason));
  });
});

describe('one separator with three digits after it', () => {
  test.each([
    ['1,000', 'en-US', 2, '1000'],
    ['1.000', 'en-US', 2, '1000 or 1.00'],
    ['12.345', 'en-US', 2, '12345 or 12.34'],
    ['1.000', 'de-DE', 2, '1000'],
    ['1,000', 'de-DE', 2, '1000 or 1.00'],
    ['1.000', 'es-ES', 2, '1000'],
    ['1,000', 'zh-CN', 2, '1000'],
    ['1,000', 'ar-AE', 2, '1000'],
    ['1.000', 'en-US', 0, '1000'],
    ['1,000', 'de-DE', 0, '1000'],
    ['1.234', 'en-US', 8, '1.234'],
    ['1,234', 'de-DE', 8, '1.234'],
    ['1,234', 'en-US', 8, '1234'],
    ['1.234', 'en-US', 3, '1.234'],
    ['1٫234', 'en-US', 2, '1.23'],
    ['1٬234', 'de-DE', 2, '1234'],
    ['1000,000', 'en-US', 2, 'unreadable'],
    ['1000.000', 'en-US', 2, '1000.00'],
  ])('reads %s in %s with %i decimals as %s', (text, locale, decimals, expected) => {
    expect(read(text, locale, decimals)).toBe(expected);
  });
});

test('cuts decimals that the currency does not have', () => {
  expect(read('0.0051')).toBe('');
  expect(read('1000.5555')).toBe('1000.55');
  expect(read('0.123456789', 'en-US', 8, 'BTC')).toBe('0.12345678');
  expect(read('1000.5', 'en-US', 0, 'JPY')).toBe('1000');
  expect(read('1000.00', 'en-US', 0, 'JPY')).toBe('1000');
});

test('cuts an amount to eight decimals while its currency is unknown', () => {
  expect(read('0.123456789', 'en-US', DEFAULT_DECIMALS, '')).toBe('0.12345678');
});

test('accepts only the crypto’s own code in the text', () => {
  expect(read('0.015 BTC', 'en-US', 8, 'BTC')).toBe('0.015');
  expect(read('0.015 ETH', 'en-US', 8, 'BTC')).toBe('unreadable');
});

test('reads back every amount that the field formats, in every language and number of decimals', () => {
  const anyAmount = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.constantFrom(0, 2, 3, 8));
  fc.assert(
    fc.property(anyAmount, fc.constantFrom(...LOCALES), ([units, decimals], locale) => {
      const digits = String(units).padStart(decimals + 1, '0');
      const amount = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
      const expected = units === 0n ? '' : amount;
      expect(read(formatUnfocusedAmount(amount, locale), locale, decimals)).toBe(expected);
    }),
  );
});

test('never reads a different number: it keeps the order of the typed digits and adds none', () => {
  const anyText = fc.string({ unit: fc.constantFrom(...Array.from("0123456789.,' -+eE€x½٣٫٬")), maxLength: 14 });
  fc.assert(
    fc.property(anyText, fc.constantFrom(...LOCALES), fc.constantFrom(0, 2, 8), (text, locale, decimals) => {
      const result = readAmount(text, { locale, decimals, code: 'EUR' });
      if (result.kind !== 'amount' || result.amount === '') return;
      const typed = text.replaceAll('٣', '3').replaceAll(/\D/g, '');
      const resultDigits = result.amount.replace('.', '');
      const trimZeros = (digits: string) => digits.replace(/^0+/, '').replace(/0+$/, '');
      expect(trimZeros(typed).startsWith(trimZeros(resultDigits))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
