import { expect, test } from 'vitest';
import { shortenUrl } from './shortenUrl.ts';

const long = 'x'.repeat(2000);

test.each([
  ['https://shop.example/done?order=1', 'https://shop.example/done?order=1'],
  [`https://shop.example/done?token=${long}`, 'https://shop.example/done?…'],
  [`https://shop.example/done#${long}`, 'https://shop.example/done#…'],
  [`com.shop.app://done?token=${long}`, 'com.shop.app://done?…'],
  [`https://shop.example/${long}?order=1`, `https://shop.example/${'x'.repeat(98)}…`],
])('shows %.40s as %.40s', (url, shown) => {
  expect(shortenUrl(url)).toBe(shown);
});

test('never shows more than 120 characters', () => {
  for (const length of [119, 120, 121, 2000]) {
    expect(shortenUrl(`https://shop.example/${long}`.slice(0, length))).toHaveLength(Math.min(length, 120));
  }
});
