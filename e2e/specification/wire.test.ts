import { calls } from '@slipway/contract/calls.ts';
import { inquiry } from '@slipway/contract/entities/quote.ts';
import { describe, expect, test } from 'vitest';
import { callNames } from './statements/callNames.ts';

describe('the contract', () => {
  test('declares every call of the specification', () => {
    expect(Object.keys(calls)).toEqual(expect.arrayContaining([...callNames]));
    expect(callNames).toHaveLength(46);
  });

  test('an inquiry without a partner has partner 0', () => {
    const parsedInquiry = inquiry.parse({ sendCurrency: 'EUR', sendCurrencyAmount: '100', getCurrency: 'BTC' });
    expect(parsedInquiry.partnerId).toBe('0');
  });
});
