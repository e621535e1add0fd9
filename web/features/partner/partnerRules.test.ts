import type { CallData } from '@slipway/contract/calls.ts';
import { describe, expect, test } from 'vitest';
import { noPartner } from './partnerQuery.ts';
import { decideOfferScreenSkip, decideOrderScreenSkip, findPresetMethod, isOtherProvider } from './partnerRules.ts';

const shop = { ...noPartner, partnerId: 'shop', kind: 'partner_site' } as const;
const payments = { ...noPartner, partnerId: 'payments', kind: 'payment_partner' } as const;
const card = { payMethod: 'credit_debit_card', available: true } as const;
const bank = { payMethod: 'bank_transfer', available: true } as const;

/** Assumes a browser that supports all payment methods by default. */
function decideOrder(
  facts: Omit<Parameters<typeof decideOrderScreenSkip>[0], 'payable'>,
  payable = (_method: string) => true,
) {
  return decideOrderScreenSkip({ ...facts, payable });
}

describe('the Order screen', () => {
  test('waits until the partner is known', () => {
    expect(decideOrder({ partner: undefined, requestedMethod: 'bank_transfer', methods: [card] })).toEqual({
      kind: 'wait',
    });
  });

  test('lets buyers of the payment partner choose', () => {
    expect(decideOrder({ partner: payments, requestedMethod: 'bank_transfer', methods: [card] })).toEqual({
      kind: 'stay',
    });
  });

  test('chooses the method for buyers of a partner site, regardless of the query', () => {
    const facts = { requestedMethod: 'bank_transfer', methods: undefined };
    expect(decideOrder({ ...facts, partner: shop })).toEqual({ kind: 'go', payMethod: 'credit_debit_card' });
    expect(decideOrder({ ...facts, partner: { ...shop, payMethod: 'apple_pay' } })).toEqual({
      kind: 'go',
      payMethod: 'apple_pay',
    });
  });

  test('uses the method of the query, and lets the buyer choose if it is unknown', () => {
    expect(decideOrder({ partner: noPartner, requestedMethod: 'bank_transfer', methods: undefined })).toEqual({
      kind: 'go',
      payMethod: 'bank_transfer',
    });
    expect(decideOrder({ partner: noPartner, requestedMethod: 'barter', methods: [card, bank] })).toEqual({
      kind: 'stay',
    });
  });

  test('lets the buyer choose if the preset method cannot be used in this browser', () => {
    const isCard = (method: string) => method === 'credit_debit_card';
    const facts = { requestedMethod: 'google_pay', methods: undefined };
    expect(decideOrder({ ...facts, partner: noPartner }, isCard)).toEqual({ kind: 'stay' });
    expect(decideOrder({ ...facts, partner: { ...shop, payMethod: 'apple_pay' } }, isCard)).toEqual({
      kind: 'stay',
    });
    expect(decideOrder({ ...facts, partner: shop }, isCard)).toEqual({
      kind: 'go',
      payMethod: 'credit_debit_card',
    });
  });

  test('takes the preset method from a partner site, otherwise from the query', () => {
    expect(findPresetMethod({ ...shop, payMethod: 'apple_pay' }, 'google_pay')).toBe('apple_pay');
    expect(findPresetMethod(payments, 'google_pay')).toBe('google_pay');
    expect(findPresetMethod(noPartner, 'barter')).toBe('');
  });

  test('uses the only method if it is available', () => {
    const facts = { partner: noPartner, requestedMethod: '' };
    expect(decideOrder({ ...facts, methods: undefined })).toEqual({ kind: 'wait' });
    expect(decideOrder({ ...facts, methods: [bank] })).toEqual({ kind: 'go', payMethod: 'bank_transfer' });
    expect(decideOrder({ ...facts, methods: [{ ...bank, available: false }] })).toEqual({ kind: 'stay' });
    expect(decideOrder({ ...facts, methods: [card, bank] })).toEqual({ kind: 'stay' });
    expect(decideOrder({ ...facts, methods: [] })).toEqual({ kind: 'stay' });
  });
});

describe('Select Offer', () => {
  type Offers = CallData<'offerList'>;
  const createOffers = (types: readonly string[], missing: readonly string[] = []) =>
    ({ offerList: types.map((offerType) => ({ offerType })), missing }) as unknown as Offers;

  test('waits for the offers and the partner', () => {
    expect(decideOfferScreenSkip({ partner: undefined, offers: createOffers(['slipway']) })).toEqual({ kind: 'wait' });
    expect(decideOfferScreenSkip({ partner: noPartner, offers: undefined })).toEqual({ kind: 'wait' });
  });

  test('takes the only offer unless a provider has not responded yet', () => {
    expect(decideOfferScreenSkip({ partner: noPartner, offers: createOffers(['slipway']) })).toMatchObject({
      kind: 'go',
      offer: { offerType: 'slipway' },
    });
    expect(decideOfferScreenSkip({ partner: noPartner, offers: createOffers(['slipway'], ['other']) })).toEqual({
      kind: 'stay',
    });
    expect(decideOfferScreenSkip({ partner: noPartner, offers: createOffers(['slipway', 'other']) })).toEqual({
      kind: 'stay',
    });
    expect(decideOfferScreenSkip({ partner: payments, offers: createOffers([]) })).toEqual({ kind: 'stay' });
  });

  test('takes the operator’s offer for buyers of a partner site', () => {
    expect(decideOfferScreenSkip({ partner: shop, offers: undefined })).toEqual({
      kind: 'force',
      offerType: 'slipway',
    });
    expect(decideOfferScreenSkip({ partner: shop, offers: createOffers(['other', 'slipway']) })).toMatchObject({
      kind: 'go',
      offer: { offerType: 'slipway' },
    });
  });
});

test('treats a missing choice as the operator’s offer', () => {
  expect(['', 'slipway', 'moonpay'].map(isOtherProvider)).toEqual([false, false, true]);
});
