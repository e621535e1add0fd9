import type { CallData } from '@slipway/contract/calls.ts';
import { describe, expect, test } from 'vitest';
import { noPartner } from './partnerQuery.ts';
import { decideOfferScreen, decideOrderScreen, findPresetMethod, isOtherProvider } from './partnerRules.ts';

const shop = { ...noPartner, partnerId: 'shop', kind: 'partner_site' } as const;
const payments = { ...noPartner, partnerId: 'payments', kind: 'payment_partner' } as const;
const card = { payMethod: 'credit_debit_card', available: true } as const;
const bank = { payMethod: 'bank_transfer', available: true } as const;

/** Assumes a browser that supports all payment methods by default. */
function orderDecision(
  facts: Omit<Parameters<typeof decideOrderScreen>[0], 'payable'>,
  payable = (_method: string) => true,
) {
  return decideOrderScreen({ ...facts, payable });
}

describe('the Order screen', () => {
  test('waits until it is known who sent the buyer', () => {
    expect(orderDecision({ partner: undefined, asked: 'bank_transfer', methods: [card] })).toEqual({ kind: 'wait' });
  });

  test('leaves the choice to buyers of the payment partner', () => {
    expect(orderDecision({ partner: payments, asked: 'bank_transfer', methods: [card] })).toEqual({ kind: 'stay' });
  });

  test('chooses for buyers of a partner site, whatever the query says', () => {
    const facts = { asked: 'bank_transfer', methods: undefined };
    expect(orderDecision({ ...facts, partner: shop })).toEqual({ kind: 'go', payMethod: 'credit_debit_card' });
    expect(orderDecision({ ...facts, partner: { ...shop, payMethod: 'apple_pay' } })).toEqual({
      kind: 'go',
      payMethod: 'apple_pay',
    });
  });

  test('goes on with a method of the query, and asks when there is none of that name', () => {
    expect(orderDecision({ partner: noPartner, asked: 'bank_transfer', methods: undefined })).toEqual({
      kind: 'go',
      payMethod: 'bank_transfer',
    });
    expect(orderDecision({ partner: noPartner, asked: 'barter', methods: [card, bank] })).toEqual({ kind: 'stay' });
  });

  test('asks where the method of the query, or of the partner site, cannot be paid with here', () => {
    const noWallet = (method: string) => method === 'credit_debit_card';
    const facts = { asked: 'google_pay', methods: undefined };
    expect(orderDecision({ ...facts, partner: noPartner }, noWallet)).toEqual({ kind: 'stay' });
    expect(orderDecision({ ...facts, partner: { ...shop, payMethod: 'apple_pay' } }, noWallet)).toEqual({
      kind: 'stay',
    });
    expect(orderDecision({ ...facts, partner: shop }, noWallet)).toEqual({
      kind: 'go',
      payMethod: 'credit_debit_card',
    });
  });

  test('knows who chose: a partner site, else the query', () => {
    expect(findPresetMethod({ ...shop, payMethod: 'apple_pay' }, 'google_pay')).toBe('apple_pay');
    expect(findPresetMethod(payments, 'google_pay')).toBe('google_pay');
    expect(findPresetMethod(noPartner, 'barter')).toBe('');
  });

  test('goes on with the only method, while it can pay', () => {
    const facts = { partner: noPartner, asked: '' };
    expect(orderDecision({ ...facts, methods: undefined })).toEqual({ kind: 'wait' });
    expect(orderDecision({ ...facts, methods: [bank] })).toEqual({ kind: 'go', payMethod: 'bank_transfer' });
    expect(orderDecision({ ...facts, methods: [{ ...bank, available: false }] })).toEqual({ kind: 'stay' });
    expect(orderDecision({ ...facts, methods: [card, bank] })).toEqual({ kind: 'stay' });
    expect(orderDecision({ ...facts, methods: [] })).toEqual({ kind: 'stay' });
  });
});

describe('Select Offer', () => {
  type Offers = CallData<'offerList'>;
  const offers = (types: readonly string[], missing: readonly string[] = []) =>
    ({ offerList: types.map((offerType) => ({ offerType })), missing }) as unknown as Offers;

  test('waits for the offers and for who sent the buyer', () => {
    expect(decideOfferScreen({ partner: undefined, offers: offers(['slipway']) })).toEqual({ kind: 'wait' });
    expect(decideOfferScreen({ partner: noPartner, offers: undefined })).toEqual({ kind: 'wait' });
  });

  test('takes the only offer, unless somebody has not answered yet', () => {
    expect(decideOfferScreen({ partner: noPartner, offers: offers(['slipway']) })).toMatchObject({
      kind: 'go',
      offer: { offerType: 'slipway' },
    });
    expect(decideOfferScreen({ partner: noPartner, offers: offers(['slipway'], ['other']) })).toEqual({ kind: 'stay' });
    expect(decideOfferScreen({ partner: noPartner, offers: offers(['slipway', 'other']) })).toEqual({ kind: 'stay' });
    expect(decideOfferScreen({ partner: payments, offers: offers([]) })).toEqual({ kind: 'stay' });
  });

  test('takes the own provider for buyers of a partner site', () => {
    expect(decideOfferScreen({ partner: shop, offers: undefined })).toEqual({ kind: 'force', offerType: 'slipway' });
    expect(decideOfferScreen({ partner: shop, offers: offers(['other', 'slipway']) })).toMatchObject({
      kind: 'go',
      offer: { offerType: 'slipway' },
    });
  });
});

test('without a choice the operator itself fulfils', () => {
  expect(['', 'slipway', 'moonpay'].map(isOtherProvider)).toEqual([false, false, true]);
});
