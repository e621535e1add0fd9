import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import { expect, test } from 'vitest';
import { mustShowBinding } from './mustShowBinding.ts';

const own = { offerType: OWN_OFFER_TYPE };
const other = { offerType: 'moonpay' };

test('offers show whether they are binding if the operator’s offer is among others', () => {
  expect(mustShowBinding([own, other], 'credit_debit_card')).toBe(true);
});

test('offers do not show whether they are binding if all or none are', () => {
  expect(mustShowBinding([own], 'credit_debit_card')).toBe(false);
  expect(mustShowBinding([other, other], 'credit_debit_card')).toBe(false);
  expect(mustShowBinding([own, other], 'bank_transfer')).toBe(false);
});
