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

describe('offerLoss', () => {
  test('what is received less is told in the pay currency, at the market, to its nearest minor unit', () => {
    expect(computeOfferLoss({ ...best, offerGetAmount: '0.00163127' }, best)).toEqual({ kind: 'less', amount: '0.86' });
    expect(computeOfferLoss({ ...best, offerGetAmount: '0.00161316' }, best)).toEqual({ kind: 'less', amount: '1.92' });
  });

  test('what is paid more is told as it is', () => {
    expect(computeOfferLoss({ ...best, offerSendAmount: '101.37' }, best)).toEqual({ kind: 'more', amount: '1.37' });
  });

  test('the best offer, and one that differs by less than a minor unit, lose nothing', () => {
    expect(computeOfferLoss(best, best)).toBeNull();
    expect(computeOfferLoss({ ...best, offerGetAmount: '0.00164604' }, best)).toBeNull();
  });

  test('a currency without minor units is rounded to whole ones', () => {
    const yen = { ...best, offerSendAmount: '16000', referencePrice: '9323000' };
    expect(computeOfferLoss({ ...yen, offerGetAmount: '0.00163127' }, yen)).toEqual({ kind: 'less', amount: '138' });
  });
});

describe('offerFees', () => {
  test('adds both fees', () => {
    expect(sumOfferFees(best)).toBe('3.49');
  });
});
