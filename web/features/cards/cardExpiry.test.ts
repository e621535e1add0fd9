import { expect, test } from 'vitest';
import { formatExpiry, isExpired } from './cardExpiry.ts';

const card = { expiryMonth: 8, expiryYear: 2026 };

test.each([
  [new Date(2025, 11, 31), false],
  [new Date(2026, 7, 31, 23, 59, 59), false],
  [new Date(2026, 8, 1), true],
  [new Date(2027, 0, 1), true],
])('a card of 08/26 on %s has expired: %s', (now, expired) => {
  expect(isExpired(card, now)).toBe(expired);
});

test('a card that expires in December is valid until the new year', () => {
  expect(isExpired({ expiryMonth: 12, expiryYear: 2026 }, new Date(2026, 11, 31))).toBe(false);
  expect(isExpired({ expiryMonth: 12, expiryYear: 2026 }, new Date(2027, 0, 1))).toBe(true);
});

test('formats the expiry as printed on the card', () => {
  expect(formatExpiry(card)).toEqual({ month: '08', year: '26' });
  expect(formatExpiry({ expiryMonth: 11, expiryYear: 2105 })).toEqual({ month: '11', year: '05' });
});
