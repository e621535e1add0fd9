import { expect, test } from 'vitest';
import { renewQuoteSender } from './renewQuoteSender.ts';

const noSender = { partnerId: '0', reference: '', refererUrl: '' };
const shop = { partnerId: 'shop', reference: 'cart 17', refererUrl: 'https://shop.example/cart' };
const other = { partnerId: 'other', reference: 'cart 99', refererUrl: 'https://other.example/' };
const withoutReferences = { ...shop, reference: '', refererUrl: '' };

test.each([
  ['a first quote', undefined, shop, shop],
  ['an inquiry from the same partner', shop, shop, shop],
  ['an inquiry without a partner', shop, noSender, shop],
  ['an inquiry from another partner', shop, other, shop],
  ['an earlier quote without references', withoutReferences, shop, shop],
  ['an earlier quote without references, and another partner', withoutReferences, other, withoutReferences],
  ['an earlier quote without a partner', noSender, shop, shop],
])('returns the sender for %s', (_name, former, currentSender, sender) => {
  expect(renewQuoteSender(former, currentSender)).toEqual(sender);
});
