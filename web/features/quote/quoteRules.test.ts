import { calls } from '@slipway/contract/calls.ts';
import { errors } from '@slipway/contract/errors.ts';
import { describe, expect, test } from 'vitest';
import { CallError } from '../../api/callError.ts';
import type { Inquiry } from './quoteReducer.ts';
import { checkInquiry, toFieldRefusal } from './quoteRules.ts';
import { sampleBitcoin, sampleEuro } from './sampleCurrencies.ts';

const inquiry: Inquiry = {
  side: 'Pay',
  amount: '100',
  sendCurrency: 'EUR',
  getCurrency: 'BTC',
  payMethod: '',
  offerType: '',
};

describe('checks before the request', () => {
  test('accepts an amount within the limits', () => {
    expect(checkInquiry(inquiry, sampleEuro, sampleBitcoin)).toBeNull();
    expect(checkInquiry({ ...inquiry, amount: '20' }, sampleEuro, sampleBitcoin)).toBeNull();
    expect(checkInquiry({ ...inquiry, amount: '10000.00' }, sampleEuro, sampleBitcoin)).toBeNull();
  });

  test.each([
    ['19.99', 'error.pay_amount_below_minimum', '20.00'],
    ['10000.01', 'error.pay_amount_above_maximum', '10000.00'],
  ])('rejects %s as outside the limits', (amount, key, limit) => {
    expect(checkInquiry({ ...inquiry, amount }, sampleEuro, sampleBitcoin)).toEqual({
      place: 'pay',
      message: { key, values: { amount: limit, symbol: 'EUR' } },
      retryable: false,
    });
  });

  test('shows a missing amount under the side that was typed', () => {
    expect(checkInquiry({ ...inquiry, amount: '' }, sampleEuro, sampleBitcoin)).toMatchObject({
      place: 'pay',
      message: { key: 'error.pay_amount_missing' },
    });
    expect(checkInquiry({ ...inquiry, side: 'Get', amount: '' }, sampleEuro, sampleBitcoin)).toMatchObject({
      place: 'receive',
      message: { key: 'error.pay_amount_missing' },
    });
  });

  test('applies no limits to the receive side', () => {
    expect(checkInquiry({ ...inquiry, side: 'Get', amount: '99999' }, sampleEuro, sampleBitcoin)).toBeNull();
  });

  test('rejects missing currencies', () => {
    expect(checkInquiry(inquiry, undefined, sampleBitcoin)).toMatchObject({
      place: 'pay',
      message: { key: 'error.pay_currency_unsupported' },
    });
    expect(checkInquiry(inquiry, sampleEuro, undefined)).toMatchObject({
      place: 'receive',
      message: { key: 'error.receive_currency_unsupported' },
    });
  });
});

describe('the field of a server’s refusal', () => {
  test.each([
    ['501', 'pay', false],
    ['500', 'receive', false],
    ['502', 'receive', false],
    ['0', 'receive', true],
    ['599', 'receive', true],
  ] as const)('respCode %s is shown below the %s amount, retryable: %s', (respCode, place, retryable) => {
    const error = new CallError({ respCode, respMessage: 'said', status: 200 });
    expect(toFieldRefusal(error)).toEqual({ place, message: { error }, retryable });
  });

  test.each(calls.offerInquiry.errors)('%s is retryable as the contract defines', (key) => {
    const { respCode, text, retryable, httpStatus } = errors[key];
    const error = new CallError({ respCode, respMessage: text, status: httpStatus, detail: { error: key, facts: {} } });
    expect(toFieldRefusal(error).retryable).toBe(retryable);
  });

  test('a missing price is shown below the receive amount and can be retried', () => {
    const detail = { error: 'price_unavailable', facts: {} } as const;
    const error = new CallError({ respCode: '502', respMessage: 'said', status: 200, detail });
    expect(toFieldRefusal(error)).toMatchObject({ place: 'receive', retryable: true });
  });
});
