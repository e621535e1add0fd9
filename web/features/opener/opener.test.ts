import type { EmbedMessage } from '@slipway/contract/embed/messages.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  isOpenerNotified,
  type OpenedWindow,
  postClose,
  postOrderCreated,
  postOrderStatus,
  postPurchaseError,
  readOpenerState,
} from './opener.ts';
import { registerOpener } from './registerOpener.ts';

const OWN_ORIGIN = 'https://pay.example';
const SHOP = 'https://shop.example';
const STAGING = 'https://staging.shop.example';
const ORDER = '7KQ2M4XD9TAB3';

const registered: Readonly<Record<string, readonly string[]>> = {
  shop: [SHOP, STAGING],
  other: ['https://other.example'],
};
const findOrigins = vi.fn(async (partnerId: string) => registered[partnerId] ?? []);

let remembered = '0';
beforeEach(() => {
  remembered = '0';
  findOrigins.mockClear();
  vi.stubGlobal('localStorage', { getItem: () => remembered });
});

/** Simulates a tab opened by a page of the given origin; '' for a tab without an opener. */
function openTabFrom(origin: string) {
  const received: { readonly message: EmbedMessage; readonly origin: string }[] = [];
  const stored = new Map<string, string>();
  const opener = {
    get location() {
      if (origin !== OWN_ORIGIN) throw new DOMException('Blocked a frame', 'SecurityError');
      return { origin };
    },
    // As in a browser, the message is dropped if the target origin differs.
    postMessage: (message: EmbedMessage, target: string) => {
      if (target === origin) received.push({ message, origin: target });
    },
  };
  const page = {
    opener: origin === '' ? null : opener,
    location: { origin: OWN_ORIGIN },
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    },
  } as unknown as OpenedWindow;
  const register = (search = '?partnerId=shop', referrer = '') =>
    registerOpener({ search, referrer }, page, findOrigins);
  return { page, received, register };
}

describe('the site that opened the tab', () => {
  test('receives the order created in the tab, each status once, and the end', async () => {
    const { page, received, register } = openTabFrom(STAGING);
    await register();
    postOrderCreated(ORDER, page);
    postOrderStatus(ORDER, 'authorizing', page);
    postOrderStatus(ORDER, 'authorizing', page);
    postOrderStatus(ORDER, 'paid', page);
    postClose(page);
    expect(received.map(({ message }) => message)).toEqual([
      { type: 'slipway:orderCreated', version: 1, orderNo: ORDER },
      { type: 'slipway:status', version: 1, orderNo: ORDER, status: 'authorizing' },
      { type: 'slipway:status', version: 1, orderNo: ORDER, status: 'paid' },
      { type: 'slipway:close', version: 1 },
    ]);
    expect(received.every(({ origin }) => origin === STAGING)).toBe(true);
  });

  test('receives the reason why a purchase stopped', async () => {
    const { page, received, register } = openTabFrom(SHOP);
    await register();
    postPurchaseError({ code: 'session_refused', reason: 'expired' }, page);
    const message = { type: 'slipway:error', version: 1, code: 'session_refused', reason: 'expired' };
    expect(received).toEqual([{ message, origin: SHOP }]);
  });

  test('receives nothing about an order that it did not start', async () => {
    const { page, received, register } = openTabFrom(SHOP);
    await register();
    postOrderStatus(ORDER, 'paid', page);
    expect(isOpenerNotified(ORDER, page)).toBe(false);
    expect(received).toEqual([]);
  });

  test.each(['https://evil.example', 'https://shop.example.evil.example', 'http://shop.example', 'null'])(
    'receives nothing at %s, regardless of the link',
    async (origin) => {
      const { page, received, register } = openTabFrom(origin);
      await register('?partnerId=shop&origin=https://shop.example');
      postOrderCreated(ORDER, page);
      postOrderStatus(ORDER, 'paid', page);
      postClose(page);
      expect(received).toEqual([]);
    },
  );

  test('receives messages at the product’s origin if it is the product’s plugin', async () => {
    const { page, received, register } = openTabFrom(OWN_ORIGIN);
    await register();
    postOrderCreated(ORDER, page);
    expect(received.map(({ origin }) => origin)).toEqual([OWN_ORIGIN]);
  });

  test('is not notified if the browser gives the tab no opener', () => {
    const { page } = openTabFrom('');
    postOrderCreated(ORDER, page);
    expect(isOpenerNotified(ORDER, page)).toBe(false);
  });
});

describe('the origins of the opener', () => {
  test('are narrowed to the one that the browser names, if it is registered', async () => {
    const named = openTabFrom(STAGING);
    await named.register('?partnerId=shop', `${STAGING}/buy`);
    expect(readOpenerState(named.page).origins).toEqual([STAGING]);
    const foreign = openTabFrom('https://evil.example');
    await foreign.register('?partnerId=shop', 'https://evil.example/');
    expect(readOpenerState(foreign.page).origins).toEqual([SHOP, STAGING]);
  });

  test('are kept across the page loads of a purchase', async () => {
    const { page, received, register } = openTabFrom(SHOP);
    await register();
    postOrderCreated(ORDER, page);
    remembered = 'shop';
    await register('?orderNo=7KQ2M4XD9TAB3');
    postOrderStatus(ORDER, 'paid', page);
    expect(findOrigins).toHaveBeenCalledTimes(1);
    expect(received).toHaveLength(2);
  });

  test('are requested again by the next page if a response is missing', async () => {
    const { page, received, register } = openTabFrom(SHOP);
    findOrigins.mockRejectedValueOnce(new Error('no answer'));
    await register();
    await register();
    postOrderCreated(ORDER, page);
    expect(received).toHaveLength(1);
  });

  test('receive nothing about earlier orders after the partner changed', async () => {
    const { page, received, register } = openTabFrom('https://other.example');
    await register();
    postOrderCreated(ORDER, page);
    await register('?partnerId=other');
    postOrderStatus(ORDER, 'paid', page);
    expect(received).toEqual([]);
  });
});

test('does nothing outside a browser', () => {
  postOrderCreated(ORDER);
  postOrderStatus(ORDER, 'paid');
  postClose();
  expect(isOpenerNotified(ORDER)).toBe(false);
});
