import { describe, expect, test } from 'vitest';
import { readLinkAmount, readLinkParameter, readLinkSide } from './linkParameters.ts';

test.each([
  ['a=x', 'x'],
  ['a=%20x%20', 'x'],
  ['a=x&a=x', 'x'],
  ['a=x&a=y', ''],
  ['a=x&a=', ''],
  ['a=x%00', ''],
  ['a=xxxxx', ''],
  ['', ''],
])('%s has the value "%s"', (search, value) => {
  expect(readLinkParameter(new URLSearchParams(search), 'a', 4)).toBe(value);
});

test.each([
  ['100', '100'],
  ['100.00', '100.00'],
  ['0,5', '0.5'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['0100', '100'],
  ['1.234', '1.234'],
  ['0,500', '0.500'],
  ['123456789012345', '123456789012345'],
  ['1,234', ''],
  ['1,234.56', ''],
  ['1.234.567', ''],
  ['-5', ''],
  ['1e5', ''],
  ['0', ''],
  ['0.00', ''],
  ['abc', ''],
  ['100 EUR', ''],
  ['.', ''],
  ['NaN', ''],
  ['Infinity', ''],
  ['0x10', ''],
  ['9'.repeat(41), ''],
  ['1&amount=2', ''],
])('the amount %s is "%s"', (written, amount) => {
  expect(readLinkAmount(new URLSearchParams(`amount=${written}`), 'amount')).toBe(amount);
});

describe('the side of a link', () => {
  const none = { currency: false, amount: false };
  const both = { currency: true, amount: true };

  test.each([
    ['', '', { currency: '', amount: '', fixed: none }],
    ['getCurrency=btc&getCurrencyAmount=5', '', { currency: 'BTC', amount: '5', fixed: both }],
    ['defaultGetCurrency=BTC&defaultGetCurrencyAmount=5', '', { currency: 'BTC', amount: '5', fixed: none }],
    // Currency fixed, amount proposed: both refer to the same crypto.
    [
      'getCurrency=BTC&defaultGetCurrencyAmount=5',
      '',
      { currency: 'BTC', amount: '5', fixed: { ...both, amount: false } },
    ],
    [
      'defaultGetCurrency=BTC&getCurrencyAmount=5',
      '',
      { currency: 'BTC', amount: '5', fixed: { ...none, amount: true } },
    ],
    // Contradictory parameters: the fixed currency wins and the other one's amount is ignored.
    [
      'getCurrency=ETH&defaultGetCurrency=BTC&defaultGetCurrencyAmount=5',
      '',
      { currency: 'ETH', amount: '', fixed: { ...both, amount: false } },
    ],
    ['getCurrency=ETH&defaultGetCurrency=BTC&getCurrencyAmount=5', '', { currency: 'ETH', amount: '5', fixed: both }],
    ['getCurrency=ETH&getCurrencyAmount=5', 'BTC', { currency: 'BTC', amount: '', fixed: { ...both, amount: false } }],
    ['getCurrencyAmount=5', 'btc', { currency: 'BTC', amount: '5', fixed: both }],
    ['getCurrency=BTC&getCurrency=ETH&getCurrencyAmount=5', '', { currency: '', amount: '', fixed: none }],
    ['getCurrencyAmount=5', '', { currency: '', amount: '5', fixed: { ...none, amount: true } }],
    ['getCurrency=BTC&getCurrencyAmount=abc', '', { currency: 'BTC', amount: '', fixed: { ...both, amount: false } }],
    // An invalid amount leaves the proposed one in effect.
    [
      'getCurrency=BTC&getCurrencyAmount=abc&defaultGetCurrencyAmount=5',
      '',
      { currency: 'BTC', amount: '5', fixed: { ...both, amount: false } },
    ],
  ])('is read from "%s" with the crypto "%s" in the path', (search, route, side) => {
    expect(readLinkSide(new URLSearchParams(search), 'getCurrency', route)).toEqual(side);
  });
});
