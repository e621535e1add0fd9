import { expect, test } from 'vitest';
import { renewQuoteSender } from './renewQuoteSender.ts';

const noSender = { partnerId: '0', reference: '', refererUrl: '' };
const shop = { partnerId: 'shop', reference: 'cart 17', refererUrl: 'https://shop.example/cart' };
const other = { partnerId: 'other', reference: 'cart 99', refererUrl: 'https://other.example/' };
const unsaid = { ...shop, reference: '', refererUrl: '' };

test.each([
  ['a first quote', undefined, shop, shop],
  ['the same again', shop, shop, shop],
  ['a browser that knows of nobody', shop, noSender, shop],
  ['a browser that has met another partner since', shop, other, shop],
  ['a partner that had said nothing', unsaid, shop, shop],
  ['a partner that had said nothing, and another one', unsaid, other, unsaid],
  ['a quote that nobody had led to', noSender, shop, shop],
])('returns the sender for %s', (_name, former, currentSender, sender) => {
  expect(renewQuoteSender(former, currentSender)).toEqual(sender);
});
