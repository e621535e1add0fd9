import { PURCHASE_PAGES } from '@slipway/server/platform/http/headers/openerPolicy.ts';
import { findFramingOrigins } from '@slipway/server/platform/http/headers/securityHeaders.ts';
import { describe, expect, test } from 'vitest';
import { HOME_PATH, routes } from './routes.ts';

const addresses = routes.map(({ path }) => path.replace(/:\w+/, 'BTC'));

test.each(['/', ...addresses])('no site may frame %s, not even a partner', (path) => {
  expect(findFramingOrigins(`${path}?partnerId=shop`, () => ['https://shop.example'])).toEqual([]);
});

describe('a page that keeps its opener', () => {
  /** Account, languages and error pages: nothing on them is reported to a partner. */
  const OTHERS = [
    '/my-orders',
    '/settings',
    '/sessions',
    '/cards',
    '/addresses',
    '/add-address',
    '/account-deleted',
    '/demo-lang',
    '/access-denied',
    '/server-timeout',
    '/no-respond',
    '/transaction-restricted',
  ];

  test('is every page of a purchase, and no other', () => {
    expect(addresses.filter((path) => !PURCHASE_PAGES.test(path))).toEqual(OTHERS);
    expect(PURCHASE_PAGES.test(HOME_PATH)).toBe(true);
  });
});
