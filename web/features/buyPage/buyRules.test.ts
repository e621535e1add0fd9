import { describe, expect, test } from 'vitest';
import { chooseCrypto, findAmountFault, isNotForSale, type Token } from './buyRules.ts';

const buildAmount = (amount: string) => ({ kind: 'amount', amount }) as const;
const limits = { minAmount: '0.00029814', maxAmount: '0.1490711', symbol: 'BTC' };

describe('the amount', () => {
  test('must be given', () => {
    expect(findAmountFault(buildAmount(''), limits)).toEqual({ key: 'error.receive_amount_missing' });
  });

  test('may equal either limit', () => {
    expect(findAmountFault(buildAmount('0.00029814'), limits)).toBeNull();
    expect(findAmountFault(buildAmount('0.1490711'), limits)).toBeNull();
  });

  test('keeps its error if it cannot be read', () => {
    const read = { kind: 'refused', reason: 'unreadable' } as const;
    expect(findAmountFault(read, limits)).toBe(read);
  });

  test('reports the limit that it violates', () => {
    expect(findAmountFault(buildAmount('0.00029813'), limits)).toEqual({
      key: 'error.pay_amount_below_minimum',
      values: { amount: '0.00029814', symbol: 'BTC' },
    });
    expect(findAmountFault(buildAmount('0.14907111'), limits)).toEqual({
      key: 'error.pay_amount_above_maximum',
      values: { amount: '0.1490711', symbol: 'BTC' },
    });
  });
});

test('an amount has the error price_unavailable if both limits are zero', () => {
  const none = { minAmount: '0.00000000', maxAmount: '0.00000000', symbol: 'BTC' };
  expect(findAmountFault(buildAmount('0.1'), none)).toEqual({ key: 'error.price_unavailable' });
});

describe('the crypto', () => {
  const sold = ['ETH', 'BTC'].map((currency) => ({ currency }) as Token);

  test('is not for sale if it is named and not in the list', () => {
    expect(['', 'ETH', 'XYZ'].map((named) => isNotForSale(named, sold))).toEqual([false, false, true]);
  });

  test('is the link’s crypto, even if that is not for sale', () => {
    expect(chooseCrypto('XYZ', 'ETH', sold)).toBe('XYZ');
  });

  test('is the chosen crypto if it is sold, otherwise the first of the list', () => {
    expect(chooseCrypto('', 'BTC', sold)).toBe('BTC');
    expect(chooseCrypto('', 'XYZ', sold)).toBe('ETH');
    expect(chooseCrypto('', '', sold)).toBe('ETH');
  });

  test('is the chosen crypto before the list has loaded, and BTC if nothing is chosen or listed', () => {
    expect(chooseCrypto('', 'XYZ', undefined)).toBe('XYZ');
    expect(chooseCrypto('', '', [])).toBe('BTC');
  });
});
