import { expect, test } from 'vitest';
import { subtractDecimals } from './subtractDecimals.ts';

test('subtracts exactly, also across zero', () => {
  expect(subtractDecimals('-9.30', '-10.05')).toBe('0.75');
  expect(subtractDecimals('0.07560910', '0.07537320')).toBe('0.00023590');
  expect(subtractDecimals('1.00', '-0.5')).toBe('1.50');
  expect(subtractDecimals('-0.02', '0.01')).toBe('-0.03');
});
