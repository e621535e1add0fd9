import { describe, expect, test } from 'vitest';
import { computeOfferLoss, type Offer, sumOfferFees } from './computeOfferLoss.ts';

const best: Offer = {
  offerType: 'slipway',
  offerName: 'Slipway',
  offerImg: '',
  offerSendAmount: '100.00',
  offerGetAmount: '0.00164609',
  processingFee: '2.75',
  transNetworkFee: '0.74',
  feeCurrency: 'EUR',
  expectedMinutes: 12,
  identity: 'basic',
  bestRate: true,
  needsAccount: false,
  record: null,
  worseAtCheckout: false,
  referencePrice: '58268.40',
  price: '58629.66',
  spreadAmount: '0.60',
};

describe('computeOfferLoss', () => {
  test('converts a lower receive amount to the pay currency at the market price, rounded to minor units', () => {
    expect(computeOfferLoss({ ...best, offerGetAmount: '0.00163127' }, best)).toEqual({ kind: 'less', amount: '0.86' });
    expect(computeOfferLoss({ ...best, offerGetAmount: '0.00161316' }, best)).toEqual({ kind: 'less', amount: '1.92' });
  });

  test('returns a higher pay amount unchanged', () => {
    expect(computeOfferLoss({ ...best, offerSendAmount: '101.37' }, best)).toEqual({ kind: 'more', amount: '1.37' });
  });

  test('returns null for the best offer and for a difference below a minor unit', () => {
    expect(computeOfferLoss(best, best)).toBeNull();
    expect(computeOfferLoss({ ...best, offerGetAmount: '0.00164604' }, best)).toBeNull();
  });

  test('rounds a currency without minor units to whole units', () => {
    const yen = { ...best, offerSendAmount: '16000', referencePrice: '9323000' };
    expect(computeOfferLoss({ ...yen, offerGetAmount: '0.00163127' }, yen)).toEqual({ kind: 'less', amount: '138' });
  });
});

describe('sumOfferFees', () => {
  test('adds both fees', () => {
    expect(sumOfferFees(best)).toBe('3.49');
  });
});
