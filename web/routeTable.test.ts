import { describe, expect, test } from 'vitest';
import english from './i18n/en-US.json' with { type: 'json' };
import { HOME_PATH, routes } from './routes.ts';

/** Paths of the specification's section 2 with the English titles that the operator has set. */
const TABLE: readonly (readonly [path: string, title: string])[] = [
  ['/edit', 'Buy Crypto'],
  ['/quote', 'Buy Crypto'],
  ['/buy/:getCurrency', 'Buy Crypto'],
  ['/buy-v1', 'Buy Crypto'],
  ['/buy-v1/:getCurrency', 'Buy Crypto'],
  ['/buy', 'Buy Crypto'],
  ['/email-login', 'Log in'],
  ['/verification-code', 'Verification code'],
  ['/my-orders', 'My Orders'],
  ['/order', 'Order'],
  ['/select-offer', 'Choose Provider'],
  ['/submit-address', 'Enter Wallet Address'],
  ['/confirm-address', 'Confirm Address'],
  ['/wait-payment', 'Wait Payment'],
  ['/enter-card', 'Card Details'],
  ['/select-card', 'Select Payment Card'],
  ['/enter-information', 'Enter Basic Details'],
  ['/verify-id', 'Verify ID'],
  ['/redirect', 'Redirect'],
  ['/no-respond', 'No answer'],
  ['/access-denied', 'Access Denied'],
  ['/server-timeout', 'Server timeout'],
  ['/transaction-restricted', 'Transaction restricted'],
  ['/kyc-status', 'KYC Status'],
  ['/order-status', 'Order'],
  ['/payment-status', 'Payment Status'],
  ['/settings', 'Settings'],
  ['/cards', 'Cards'],
  ['/addresses', 'Addresses'],
  ['/add-address', 'Add Address'],
  ['/demo-lang', 'Language demo'],
];

/**
 * Section 6 of the specification, plus pages that it does not list: the card pages, which also accept a token in the query,
 * and the list of sessions.
 */
const WITH_LOGIN = [
  '/my-orders',
  '/enter-information',
  '/verify-id',
  '/kyc-status',
  '/settings',
  '/sessions',
  '/cards',
  '/addresses',
  '/add-address',
  '/select-card',
  '/enter-card',
];

const texts: Readonly<Record<string, string>> = english;
const findRoute = (path: string) => routes.find((route) => route.path === path);

describe('the routes', () => {
  test.each(TABLE.map(([path, title]) => ({ path, title })))('$path is titled $title', ({ path, title }) => {
    expect(texts[findRoute(path)?.title ?? '']).toBe(title);
  });

  test('the root leads to Edit, which has an alias', () => {
    expect(HOME_PATH).toBe('/edit');
    expect(findRoute('/quote')?.screen).toBe(findRoute('/edit')?.screen);
  });

  test('exactly the listed pages require a login', () => {
    const required = routes.filter(({ login }) => login === 'required').map(({ path }) => path);
    expect(new Set(required)).toEqual(new Set(WITH_LOGIN));
  });

  test('every route sets the four required fields of the bar, and a title of the bar has a text', () => {
    for (const { path, bar } of routes) {
      expect(
        Object.keys(bar)
          .filter((field) => field !== 'title')
          .toSorted(),
        path,
      ).toEqual(['bgColor', 'show', 'showLeftArrow', 'showName']);
      if (bar.title) expect(texts[bar.title], path).toBeTruthy();
    }
    expect(findRoute('/edit')?.bar.title).toBe('bar.buy');
  });
});
