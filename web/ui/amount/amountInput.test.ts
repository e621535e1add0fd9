import { describe, expect, test } from 'vitest';
import {
  chooseAmountSize,
  formatFocusedAmount,
  formatUnfocusedAmount,
  isEqualAmount,
  mapCaretPosition,
  normalizeAmount,
} from './amountInput.ts';

describe('normalizeAmount', () => {
  test.each([
    ['5.', '5'],
    ['.5', '0.5'],
    ['0', ''],
    ['0.00', ''],
    ['', ''],
    ['.', ''],
    ['100.00', '100.00'],
  ])('turns "%s" into "%s"', (text, result) => {
    expect(normalizeAmount(text)).toBe(result);
  });
});

test.each([
  [0, '1,234.50', 'en-US', 0],
  [8, '1,234.50', 'en-US', 7],
  [3, '1,234.50', 'en-US', 2],
  [8, '1.234,50', 'de-DE', 7],
  [6, '100.00', 'en-US', 6],
])('maps position %i of %s in %s to position %i without groups', (place, resting, locale, edited) => {
  expect(mapCaretPosition(place, resting, locale)).toBe(edited);
});

test.each([
  ['1234.50', 'en-US', '1234.50'],
  ['1234.50', 'de-DE', '1234,50'],
  ['12.', 'es-ES', '12,'],
  ['0.5', 'ar-AE', '0.5'],
  ['', 'de-DE', ''],
])('formats the focused amount %j in %s as %j', (amount, locale, shown) => {
  expect(formatFocusedAmount(amount, locale)).toBe(shown);
});

test.each([
  ['100', '100.00', true],
  ['.5', '0.50', true],
  ['0', '', true],
  ['100', '10', false],
  ['100', '1.00', false],
  ['0.001', '0.01', false],
])('%s and %s are equal amounts: %s', (one, other, same) => {
  expect(isEqualAmount(one, other)).toBe(same);
});

test.each([
  ['', 'en-US', ''],
  ['100.00', 'en-US', '100.00'],
  ['150000', 'en-US', '150,000'],
  ['12500.00', 'zh-CN', '12,500.00'],
  ['12500.00', 'de-DE', '12.500,00'],
  ['0.01000000', 'es-ES', '0,01000000'],
  ['12500.00', 'ar-AE', '12,500.00'],
])('formats the unfocused amount %s in %s as %s', (amount, locale, shown) => {
  expect(formatUnfocusedAmount(amount, locale)).toBe(shown);
});

test('reduces the text size at 10 and at 13 characters', () => {
  expect(['123456789', '1234567890', '123456789012', '1234567890123'].map(chooseAmountSize)).toEqual([
    'large',
    'medium',
    'medium',
    'small',
  ]);
});
