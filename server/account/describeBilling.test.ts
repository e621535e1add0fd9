import { expect, test } from 'vitest';
import { describeBilling } from './describeBilling.ts';

const anna = { name: 'Anna Weber', country: 'DE', city: 'Berlin', zip: '10115', address: 'Invalidenstraße 44' };

test('a billing address is one line, with a postal code or without', () => {
  expect(describeBilling(anna)).toBe('Anna Weber, Invalidenstraße 44, 10115 Berlin, DE');
  const dubai = { ...anna, country: 'AE', city: 'Dubai', zip: '' };
  expect(describeBilling(dubai)).toBe('Anna Weber, Invalidenstraße 44, Dubai, AE');
});
