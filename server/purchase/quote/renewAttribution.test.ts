import { expect, test } from 'vitest';
import { renewAttribution } from './renewAttribution.ts';

const noPartner = { partnerId: '0', reference: '', refererUrl: '' };
const shop = { partnerId: 'shop', reference: 'cart 17', refererUrl: 'https://shop.example/cart' };
const other = { partnerId: 'other', reference: 'cart 99', refererUrl: 'https://other.example/' };
const withoutReferences = { ...shop, reference: '', refererUrl: '' };

test.each([
  ['a first quote', undefined, shop, shop],
  ['an inquiry from the same partner', shop, shop, shop],
  ['an inquiry without a partner', shop, noPartner, shop],
  ['an inquiry from another partner', shop, other, shop],
  ['an earlier quote without references', withoutReferences, shop, shop],
  ['an earlier quote without references, and another partner', withoutReferences, other, withoutReferences],
  ['an earlier quote without a partner', noPartner, shop, shop],
])('returns the attribution for %s', (_name, former, current, expected) => {
  expect(renewAttribution(former, current)).toEqual(expected);
});
