import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import { expect, test } from 'vitest';
import { comparesBindings } from './comparesBindings.ts';

const own = { offerType: OWN_OFFER_TYPE };
const other = { offerType: 'moonpay' };

test('offers show whether they are binding when ours is among others', () => {
  expect(comparesBindings([own, other], 'credit_debit_card')).toBe(true);
});

test('offers do not show it when all are equally binding', () => {
  expect(comparesBindings([own], 'credit_debit_card')).toBe(false);
  expect(comparesBindings([other, other], 'credit_debit_card')).toBe(false);
  expect(comparesBindings([own, other], 'bank_transfer')).toBe(false);
});
