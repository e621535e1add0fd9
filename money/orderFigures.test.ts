import { describe, expect, test } from 'vitest';
import { computeConvertedAmount, computeReceiptPrice, subtractDecimals } from './orderFigures.ts';

const order = {
  sendCurrencyAmount: '100.00',
  processingFee: '4.20',
  transNetworkFee: '1.23',
  getCurrencyAmount: '0.00155735',
  price: '60724.6845',
};

describe('the receipt', () => {
  test('shows the paid amount minus both fees, computed exactly, as the converted amount', () => {
    expect(computeConvertedAmount(order)).toBe('94.57');
    expect(subtractDecimals('200.00', '150.00')).toBe('50.00');
  });

  test('shows the quoted price when the buyer receives the quoted amount', () => {
    expect(computeReceiptPrice(order)).toBe('60724.6845');
  });

  test('shows the rate of the new amount after an accepted requote', () => {
    const rate = computeReceiptPrice({ ...order, getCurrencyAmount: '0.00151210' });
    expect(rate).toBe('62542.1599');
    expect(94.57 / Number(rate)).toBeCloseTo(0.0015121, 8);
  });

  test('shows yen without decimals', () => {
    const yen = {
      sendCurrencyAmount: '10000',
      processingFee: '450',
      transNetworkFee: '48',
      getCurrencyAmount: '62.363720',
      price: '152.364225',
    };
    expect(computeConvertedAmount(yen)).toBe('9502');
    expect(computeReceiptPrice(yen)).toBe('152.364225');
  });
});
