import { expect, test } from 'vitest';
import { describeBilling } from './describeBilling.ts';

const anna = { name: 'Anna Weber', country: 'DE', city: 'Berlin', zip: '10115', address: 'Invalidenstraße 44' };

test('writes a billing address on one line, with or without a postal code', () => {
  expect(describeBilling(anna)).toBe('Anna Weber, Invalidenstraße 44, 10115 Berlin, DE');
  const dubai = { ...anna, country: 'AE', city: 'Dubai', zip: '' };
  expect(describeBilling(dubai)).toBe('Anna Weber, Invalidenstraße 44, Dubai, AE');
});
