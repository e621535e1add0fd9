import { disguisedAddresses } from '@slipway/contract/disguisedAddresses.testing.ts';
import { expect, test } from 'vitest';
import { findAllowedRedirect } from './partner.ts';
import { createTestPartner } from './testPartner.testing.ts';

const shop = { ...createTestPartner('shop'), redirects: ['https://shop.example', 'https://evil.example'] };
const stranger = createTestPartner('stranger');

test.each([
  'https://shop.example',
  'https://shop.example/done?cart=a b&back=\\x#end',
  'HTTPS://Shop.example:443/',
  'https://shop.example?a=@b',
])('allows %j for the shop only', (address) => {
  expect(findAllowedRedirect(shop, address)).toBe(address);
  expect(findAllowedRedirect(stranger, address)).toBeUndefined();
});

const app = { ...createTestPartner('app'), redirects: ['com.example.shop://'] };

test.each(['com.example.shop://', 'com.example.shop://thanks?cart=17', 'COM.example.shop://thanks/a#b'])(
  'allows %j for the app only',
  (address) => {
    expect(findAllowedRedirect(app, address)).toBe(address);
    expect(findAllowedRedirect(shop, address)).toBeUndefined();
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
])('refuses %j for the app', (address) => expect(findAllowedRedirect(app, address)).toBeUndefined());

test.each(['/', '/my-orders?page=2'])('allows the own path %j without a partner', (path) =>
  expect(findAllowedRedirect(undefined, path)).toBe(path),
);

// URL parsers disagree about the host of these addresses: refused even if a browser would open an allowed site.
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
])('refuses %j', (address) => expect(findAllowedRedirect(shop, address)).toBeUndefined());
