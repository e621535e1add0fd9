import { expect, test } from 'vitest';
import { identifyCause, isWaking, isWorse } from './wakingKinds.ts';

const differs = (amount: string, rows: readonly string[] = []) => ({
  difference: 3,
  place: 'bank:EUR',
  amount,
  unexplained: '0.00 EUR',
  rows,
});

test('wakes for halts, differences and altered records, and not for other alerts', () => {
  expect(['books_differ', 'payouts_stopped', 'audit_broken', 'acquirer_differs', 'sums_broken'].every(isWaking)).toBe(
    true,
  );
  expect(['account_not_compared', 'treasury_low', 'order', 'toString'].some(isWaking)).toBe(false);
});

test('a difference is worse if its amount, in either direction, or its number of rows is larger; a stop is never worse', () => {
  const worse = (now: string, before: string) => isWorse('books_differ', differs(now), differs(before));
  expect(worse('-12.50 EUR', '12.49 EUR')).toBe(true);
  expect(worse('12.49 EUR', '-12.50 EUR')).toBe(false);
  expect(worse('0.000000000000000002 ETH', '0.000000000000000001 ETH')).toBe(true);
  expect(isWorse('books_differ', differs('1.00 EUR', ['a', 'b']), differs('1.00 EUR', ['a']))).toBe(true);
  expect(isWorse('payouts_stopped', { network: 'bitcoin' }, {})).toBe(false);
});

test('gives the same stop or difference the same cause each time, and another network another cause', () => {
  const stopped = (network: string) => identifyCause('payouts_stopped', { network, reason: 'signer_stopped' });
  expect(stopped('bitcoin')).toBe(stopped('bitcoin'));
  expect(stopped('bitcoin')).not.toBe(stopped('ethereum'));
  expect(identifyCause('books_differ', differs('1.00 EUR'))).toBe(identifyCause('books_differ', differs('2.00 EUR')));
});
