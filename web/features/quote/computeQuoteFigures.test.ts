import { divide, formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';
import { describe, expect, test } from 'vitest';
import {
  chooseShownAmounts,
  computeQuoteFigures,
  formatRate,
  formatTotalFee,
  type MethodPrice,
} from './computeQuoteFigures.ts';
import { idleQuote, type QuoteState } from './quoteReducer.ts';
import { sampleQuote } from './sampleQuote.ts';

const inquiry = {
  side: 'Pay',
  amount: '100',
  sendCurrency: 'EUR',
  getCurrency: 'BTC',
  payMethod: '',
  offerType: '',
} as const;
const live: QuoteState = { status: 'live', inquiry, request: 1, quote: sampleQuote, secondsLeft: 42 };
const transfer: MethodPrice = {
  payMethod: 'bank_transfer',
  image2: '',
  sendCurrency: 'EUR',
  sendCurrencyAmount: '100.00',
  getCurrency: 'BTC',
  getCurrencyAmount: '0.00168447',
  processingFee: '0.50',
  transNetworkFee: '0.74',
  feeCurrency: 'EUR',
  sendCoin: { sendAmount: '100.00' },
  getCoin: { getAmount: '0.00168447' },
  available: true,
  reason: null,
};

describe('figures', () => {
  test('converts the paid amount minus fees; divided by the price, this is the received amount', () => {
    const figures = computeQuoteFigures(live, undefined);
    expect(figures).toMatchObject({ pay: '100.00', receive: '0.00164609', converted: '96.51' });
    const received = divide(parseDecimal('96.51'), parseDecimal(sampleQuote.price), 8, 'down');
    expect(formatDecimal(received)).toBe(figures?.receive);
  });

  test('a chosen method shows its own amounts unless it is unavailable', () => {
    expect(computeQuoteFigures(live, transfer)).toMatchObject({
      receive: '0.00168447',
      processingFee: '0.50',
      converted: '98.76',
    });
    expect(computeQuoteFigures(live, { ...transfer, available: false })).toMatchObject({ receive: '0.00164609' });
  });

  test('shows no figures while a quote is requested or refused', () => {
    const loading: QuoteState = { status: 'loading', inquiry, request: 2 };
    expect(computeQuoteFigures(loading, transfer)).toBeNull();
    expect(chooseShownAmounts(loading, null)).toEqual({ pay: '100', receive: '' });
    expect(chooseShownAmounts({ ...loading, inquiry: { ...inquiry, side: 'Get' } }, null)).toEqual({
      pay: '',
      receive: '100',
    });
    expect(chooseShownAmounts(idleQuote, null)).toEqual({ pay: '', receive: '' });
  });

  test.each([
    ['2.75', '0.74', '3.49'],
    ['1', '0.004', '1.00'],
    ['0.100', '0.0449', '0.14'],
    ['0.100', '0.045', '0.15'],
    ['0.100', '0.040', '0.14'],
    ['350', '12', '362'],
  ])('fee of %s and %s is shown as %s', (processing, network, shown) => {
    expect(formatTotalFee(processing, network)).toBe(shown);
  });

  test.each([
    ['60724.6845', 'EUR', '60724.69'],
    ['58629.66', 'EUR', '58629.66'],
    ['59257', 'EUR', '59257.00'],
    ['59069.1', 'EUR', '59069.10'],
    ['1.00871234', 'EUR', '1.00872'],
    ['0.0001234567891', 'USD', '0.000123457'],
    ['0.00012300', 'USD', '0.000123'],
    ['9000000', 'JPY', '9000000'],
    ['9123456.78', 'JPY', '9123457'],
    ['151.25', 'JPY', '151.25'],
    ['18000.5', 'KWD', '18000.500'],
  ])('formats the rate %s %s as %s', (price, currency, shown) => {
    expect(formatRate(price, currency)).toBe(shown);
  });
});
