import { expect, test } from 'vitest';
import { extractCodeDigits } from './extractCodeDigits.ts';

test.each([
  ['٤٩٣٠٢٧', '493027'],
  ['493027', '493027'],
  ['493 027', '493027'],
  ['Your code is 493027.', '493027'],
  ['４９３０２７', '493027'],
  ['4930271', '493027'],
  ['49', '49'],
  ['', ''],
])('extracts from %s the code %s', (entered, code) => {
  expect(extractCodeDigits(entered)).toBe(code);
});
