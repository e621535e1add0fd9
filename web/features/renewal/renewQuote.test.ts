import { describe, expect, test } from 'vitest';
import { emptyDraft } from '../draft/draft.ts';
import { buildDraftInquiry, hasAmountChanged, hasPurchase, needsAgreement } from './renewQuote.ts';

const draft = {
  ...emptyDraft,
  sendCurrency: 'EUR',
  sendCurrencyAmount: '100.00',
  getCurrency: 'BTC',
  getCurrencyAmount: '0.00155735',
  payMethod: 'bank_transfer',
  offerType: 'slipway',
  quoteToken: 'former',
};

const attribution = { partnerId: 'p1', reference: 'cart 17', refererUrl: 'https://shop.example/cart' };

describe('buildDraftInquiry', () => {
  test('sends only the typed amount, with method, provider, referer and the previous token', () => {
    expect(buildDraftInquiry(draft, attribution)).toMatchObject({
      sendCurrencyAmount: '100.00',
      getCurrencyAmount: '',
      payMethod: 'bank_transfer',
      offerType: 'slipway',
      token: 'former',
      ...attribution,
    });
    expect(buildDraftInquiry({ ...draft, side: 'Get' }, attribution)).toMatchObject({
      sendCurrencyAmount: '',
      getCurrencyAmount: '0.00155735',
    });
  });
});

describe('needsAgreement', () => {
  test('ignores a changed estimate of a transfer, but not a changed pay amount', () => {
    expect(needsAgreement(draft, { ...draft, getCurrencyAmount: '0.00155734' })).toBe(false);
    expect(needsAgreement(draft, { ...draft, sendCurrencyAmount: '100.01' })).toBe(true);
  });

  test('requires consent if an amount of a card payment changes', () => {
    const byCard = { ...draft, payMethod: 'credit_debit_card' };
    expect(needsAgreement(byCard, { ...byCard, getCurrencyAmount: '0.00155734' })).toBe(true);
    expect(needsAgreement(byCard, { ...byCard })).toBe(false);
  });
});

describe('hasPurchase', () => {
  test('requires both currencies and the typed amount', () => {
    expect(hasPurchase(draft)).toBe(true);
    expect(hasPurchase({ ...draft, getCurrency: '' })).toBe(false);
    expect(hasPurchase({ ...draft, sendCurrencyAmount: '' })).toBe(false);
    expect(hasPurchase({ ...draft, side: 'Get', getCurrencyAmount: '' })).toBe(false);
  });
});

describe('hasAmountChanged', () => {
  test('compares both amounts and ignores other fields', () => {
    expect(hasAmountChanged(draft, { ...draft })).toBe(false);
    expect(hasAmountChanged({ ...draft, sendCurrencyAmount: '100' }, draft)).toBe(false);
    expect(hasAmountChanged(draft, { ...draft, getCurrencyAmount: '0.00155734' })).toBe(true);
    expect(hasAmountChanged(draft, { ...draft, sendCurrencyAmount: '100.01' })).toBe(true);
  });
});
