import { expect, test } from 'vitest';
import { volumeText } from './volumeText.ts';

test.each([
  ['1284500321', '$1,284,500,321'],
  ['1284500321.99', '$1,284,500,321'],
  ['999.5', '$999'],
  ['12.5', '$12.50'],
  ['0.009', '$0.00'],
  ['0', '$0'],
  ['123456789012345678901', '$123,456,789,012,345,678,901'],
])('formats %s dollars as %s', (digits, expected) => {
  expect(volumeText(digits, 'en-US')).toBe(expected);
});

test('formats the same in Chinese', () => {
  expect(volumeText('1284500321', 'zh-CN')).toBe('$1,284,500,321');
});
