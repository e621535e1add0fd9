import { describe, expect, test } from 'vitest';
import { chooseToken, findAmountFault, isNotForSale, type Token } from './buyRules.ts';

const said = (amount: string) => ({ kind: 'amount', amount }) as const;
const limits = { minAmount: '0.00029814', maxAmount: '0.1490711', symbol: 'BTC' };

describe('the amount', () => {
  test('none is missing', () => {
    expect(findAmountFault(said(''), limits)).toEqual({ key: 'error.receive_amount_missing' });
  });

  test('both limits can be bought', () => {
    expect(findAmountFault(said('0.00029814'), limits)).toBeNull();
    expect(findAmountFault(said('0.1490711'), limits)).toBeNull();
  });

  test('what is no amount stays what it is', () => {
    const read = { kind: 'refused', reason: 'unreadable' } as const;
    expect(findAmountFault(read, limits)).toBe(read);
  });

  test('what lies beyond them is told with the limit', () => {
    expect(findAmountFault(said('0.00029813'), limits)).toEqual({
      key: 'error.pay_amount_below_minimum',
      values: { amount: '0.00029814', symbol: 'BTC' },
    });
    expect(findAmountFault(said('0.14907111'), limits)).toEqual({
      key: 'error.pay_amount_above_maximum',
      values: { amount: '0.1490711', symbol: 'BTC' },
    });
  });
});

test('limits of nothing are told as what they are', () => {
  const none = { minAmount: '0.00000000', maxAmount: '0.00000000', symbol: 'BTC' };
  expect(findAmountFault(said('0.1'), none)).toEqual({ key: 'error.price_unavailable' });
});

describe('the crypto', () => {
  const sold = ['ETH', 'BTC'].map((currency) => ({ currency }) as Token);

  test('one that is named and not sold is unsold', () => {
    expect(['', 'ETH', 'XYZ'].map((named) => isNotForSale(named, sold))).toEqual([false, false, true]);
  });

  test('a fixed one is kept, sold or not', () => {
    expect(chooseToken('XYZ', 'ETH', sold)).toBe('XYZ');
  });

  test('a chosen one while it is sold, and the first of the list otherwise', () => {
    expect(chooseToken('', 'BTC', sold)).toBe('BTC');
    expect(chooseToken('', 'XYZ', sold)).toBe('ETH');
    expect(chooseToken('', '', sold)).toBe('ETH');
  });

  test('before the list has come the wish counts', () => {
    expect(chooseToken('', 'XYZ', undefined)).toBe('XYZ');
    expect(chooseToken('', '', [])).toBe('BTC');
  });
});
