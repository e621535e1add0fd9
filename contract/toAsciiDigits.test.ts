import { expect, test } from 'vitest';
import { toAsciiDigits } from './toAsciiDigits.ts';

test.each([
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['०१२३४५६७८९', '0123456789'],
  ['０１２３４５６７８９', '0123456789'],
  ['𝟎𝟗𝟘𝟡𝟶𝟿', '090909'],
  ['۲۵۰ EUR', '250 EUR'],
  ['½ ² ① 五', '½ ² ① 五'],
])('converts %s to %s', (text, digits) => {
  expect(toAsciiDigits(text)).toBe(digits);
});

test('converts the digits of every script', () => {
  // ICU's own data: a number formatted in a numbering system parses back to the same number.
  for (const system of Intl.supportedValuesOf('numberingSystem')) {
    const written = new Intl.NumberFormat('en', { numberingSystem: system, useGrouping: false }).format(1234567890);
    if (!/^\p{Nd}+$/u.test(written)) continue;
    expect(toAsciiDigits(written), system).toBe('1234567890');
  }
});
