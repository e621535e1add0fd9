import { disguisedAddresses } from '@slipway/contract/disguisedAddresses.testing.ts';
import { expect, test } from 'vitest';
import { allowedRedirect } from './partner.ts';
import { partnerAt } from './testPartner.testing.ts';

const shop = { ...partnerAt('shop'), redirects: ['https://shop.example', 'https://evil.example'] };
const stranger = partnerAt('stranger');

test.each([
  'https://shop.example',
  'https://shop.example/done?cart=a b&back=\\x#end',
  'HTTPS://Shop.example:443/',
  'https://shop.example?a=@b',
])('%j is the shop’s', (address) => {
  expect(allowedRedirect(shop, address)).toBe(address);
  expect(allowedRedirect(stranger, address)).toBeUndefined();
});

const app = { ...partnerAt('app'), redirects: ['com.example.shop://'] };

test.each(['com.example.shop://', 'com.example.shop://thanks?cart=17', 'COM.example.shop://thanks/a#b'])(
  '%j is the app’s',
  (address) => {
    expect(allowedRedirect(app, address)).toBe(address);
    expect(allowedRedirect(shop, address)).toBeUndefined();
  },
);

test.each([
  'com.example.shop:thanks',
  'com.example.other://thanks',
  'xcom.example.shop://thanks',
  ' com.example.shop://thanks',
  'com.example.shop://a b',
  'com.example.shop://\u202Ea',
  'javascript://com.example.shop://%0aalert(1)',
])('%j is not the app’s', (address) => expect(allowedRedirect(app, address)).toBeUndefined());

test.each(['/', '/my-orders?page=2'])('%j is everybody’s', (path) =>
  expect(allowedRedirect(undefined, path)).toBe(path),
);

// Written so that readers differ about whose it is: refused even where a browser would arrive at a site that is allowed.
test.each([
  ...disguisedAddresses.filter((address) => address !== 'https://evil\u3002example'),
  ' https://shop.example',
  'https:shop.example',
  'https://shop.example\\@other.example',
  'https://shop.example\\.other.example',
  'https://other.example\\@shop.example',
  'https://buyer:secret@shop.example',
  'https://@shop.example',
  'https://shop.example/a\nb',
  'https://shop\t.example',
  'https://shop.example.',
])('%j is nobody’s', (address) => expect(allowedRedirect(shop, address)).toBeUndefined());
