import { describe, expect, test, vi } from 'vitest';
import { dispatchMessage, openPartnerPage, SERVER } from '../partnerPage.testing.ts';
import { createSlipway } from './loader.ts';
import { createFakeWindow, recordEvents } from './window.testing.ts';

const page = openPartnerPage({ timers: true });
const slipway = createSlipway(SERVER);
const orderCreated = { type: 'slipway:orderCreated', version: 1, orderNo: '7KQ2M4XD9TAB3' };
const status = { type: 'slipway:status', version: 1, orderNo: '7KQ2M4XD9TAB3', status: 'paid' };

function openOne(options: Parameters<typeof slipway.open>[0] = { partnerId: 'shop' }) {
  const popup = createFakeWindow();
  page.opened.mockReturnValue(popup.window);
  const handle = slipway.open(options);
  return { popup, handle, events: recordEvents(handle) };
}

describe('a window', () => {
  test('is opened synchronously and keeps its opener', () => {
    const { handle } = openOne({ partnerId: 'shop', getCurrency: 'BTC' });
    expect(page.opened).toHaveBeenCalledExactlyOnceWith(handle.url, '_blank', expect.not.stringContaining('noopener'));
    expect(handle.url).toBe(`${SERVER}/edit?partnerId=shop&getCurrency=BTC`);
  });

  test('is a popup, or a tab on request', () => {
    openOne();
    openOne({ partnerId: 'shop', tab: true });
    expect(page.opened.mock.calls.map(([, , features]) => features)).toEqual([expect.stringContaining('popup'), '']);
  });

  test('starts the purchase if the amount is known', () => {
    const { handle } = openOne({ partnerId: 'shop', amount: '100', sendCurrency: 'EUR', address: 'bc1q&x=1#y' });
    const url = new URL(handle.url);
    expect(url.pathname).toBe('/order');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      partnerId: 'shop',
      sendCurrencyAmount: '100',
      sendCurrency: 'EUR',
      address: 'bc1q&x=1#y',
    });
  });

  test.each([{ defaultAmount: '100' }, { receiveAmount: '24' }, { defaultReceiveAmount: '24' }])(
    'starts the purchase with %j as well',
    (amount) => {
      expect(new URL(openOne({ partnerId: 'shop', ...amount }).handle.url).pathname).toBe('/order');
    },
  );

  test('emits its order’s events until it is closed', () => {
    const { popup, events } = openOne();
    dispatchMessage({ source: popup.window, data: orderCreated });
    dispatchMessage({ source: popup.window, data: status });
    popup.closed = true;
    vi.advanceTimersByTime(1_000);
    dispatchMessage({ source: popup.window, data: status });
    expect(events).toEqual([
      ['orderCreated', { orderNo: '7KQ2M4XD9TAB3' }],
      ['status', { orderNo: '7KQ2M4XD9TAB3', status: 'paid' }],
      ['close', undefined],
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('emits close once if its page announces the closing', () => {
    const { popup, handle, events } = openOne();
    dispatchMessage({ source: popup.window, data: { type: 'slipway:close', version: 1 } });
    handle.close();
    vi.advanceTimersByTime(1_000);
    expect(events).toEqual([['close', undefined]]);
  });

  test('emits an error after the caller has subscribed, and offers the link, if it was blocked', async () => {
    page.opened.mockReturnValue(null);
    const handle = slipway.open({ partnerId: 'shop' });
    const events = recordEvents(handle);
    await Promise.resolve();
    expect(events[0]).toEqual(['error', { code: 'popup_blocked' }]);
    expect(handle.url).toBe(`${SERVER}/edit?partnerId=shop`);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is reported as blocked if a popup blocker returns it closed', async () => {
    const popup = createFakeWindow();
    popup.closed = true;
    page.opened.mockReturnValue(popup.window);
    const events = recordEvents(slipway.open({ partnerId: 'shop' }));
    await Promise.resolve();
    expect(events.map(([name]) => name)).toEqual(['error', 'close']);
  });

  test('navigates to updated options until the order is created', () => {
    const { popup, handle } = openOne();
    handle.update({ getCurrency: 'ETH' });
    dispatchMessage({ source: popup.window, data: orderCreated });
    handle.update({ getCurrency: 'BTC' });
    expect(popup.addresses).toEqual([`${SERVER}/edit?partnerId=shop&getCurrency=ETH`]);
  });

  test('calls no listener that was removed', () => {
    const { popup, handle } = openOne();
    const listener = vi.fn();
    handle.on('orderCreated', listener)();
    dispatchMessage({ source: popup.window, data: orderCreated });
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('a pending session', () => {
  test('keeps the window blank until the session resolves, then navigates the window', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { popup } = openOne({ partnerId: 'shop', session: promise });
    expect(page.opened).toHaveBeenCalledExactlyOnceWith('', '_blank', expect.anything());
    resolve('s-1');
    await vi.advanceTimersByTimeAsync(1);
    expect(popup.addresses).toEqual([`${SERVER}/edit?partnerId=shop&session=s-1`]);
  });

  test('does not navigate to options that were replaced before it resolved', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { popup, handle } = openOne({ partnerId: 'shop', session: promise });
    handle.update({ getCurrency: 'ETH', session: 's-2' });
    resolve('s-1');
    await promise;
    expect(popup.addresses).toEqual([`${SERVER}/edit?partnerId=shop&getCurrency=ETH&session=s-2`]);
  });

  test('delays the error and link of a blocked window until it resolves', async () => {
    page.opened.mockReturnValue(null);
    const { promise, resolve } = Promise.withResolvers<string>();
    const handle = slipway.open({ partnerId: 'shop', session: promise });
    const events = recordEvents(handle);
    await vi.advanceTimersByTimeAsync(1);
    expect([handle.url, events]).toEqual(['', []]);
    resolve('s-1');
    await vi.advanceTimersByTimeAsync(1);
    expect(events[0]).toEqual(['error', { code: 'popup_blocked' }]);
    expect(handle.url).toBe(`${SERVER}/edit?partnerId=shop&session=s-1`);
  });

  test('waits for a pending login, even if the session itself is known', async () => {
    const { popup } = openOne({ partnerId: 'shop', session: 's-1', authToken: Promise.resolve('mint_1') });
    await vi.advanceTimersByTimeAsync(1);
    expect(popup.addresses).toEqual([`${SERVER}/edit?partnerId=shop&session=s-1&authToken=mint_1`]);
  });

  test('closes the window and emits an error if it is rejected', async () => {
    const { promise, reject } = Promise.withResolvers<string>();
    const { popup, events } = openOne({ partnerId: 'shop', session: promise });
    reject(new Error('no'));
    await vi.advanceTimersByTimeAsync(1);
    expect(events).toEqual([
      ['error', { code: 'session_failed' }],
      ['close', undefined],
    ]);
    expect(popup.closed).toBe(true);
    expect(popup.addresses).toEqual([]);
  });

  test.each([undefined, null, '', 17, {}, 'x'.repeat(8193)])('fails if it resolves to %j', async (resolvedValue) => {
    const { popup, handle, events } = openOne({ partnerId: 'shop', session: Promise.resolve(resolvedValue as string) });
    await vi.advanceTimersByTimeAsync(1);
    expect(events[0]).toEqual(['error', { code: 'session_failed' }]);
    expect([popup.closed, popup.addresses, handle.url]).toEqual([true, [], '']);
  });

  test('fails after half a minute if it never resolves', async () => {
    const { popup, events } = openOne({ partnerId: 'shop', session: new Promise(() => {}) });
    await vi.advanceTimersByTimeAsync(29_000);
    expect(events).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(events[0]).toEqual(['error', { code: 'session_failed' }]);
    expect(popup.closed).toBe(true);
  });

  test('does not fail a window that an update has navigated to another session', async () => {
    const { popup, handle, events } = openOne({ partnerId: 'shop', session: new Promise(() => {}) });
    handle.update({ session: 's-2' });
    await vi.advanceTimersByTimeAsync(31_000);
    expect(events).toEqual([]);
    expect(popup.addresses).toEqual([`${SERVER}/edit?partnerId=shop&session=s-2`]);
  });
});

test.each([undefined, null, '', 17])('the session %j opens no window', async (session) => {
  const handle = slipway.open({ partnerId: 'shop', session: session as unknown as string });
  const events = recordEvents(handle);
  await vi.advanceTimersByTimeAsync(1);
  expect(events[0]).toEqual(['error', { code: 'session_failed' }]);
  expect(page.opened).not.toHaveBeenCalled();
  expect(handle.url).toBe('');
});

test('adds a known login to the first URL', () => {
  openOne({ partnerId: 'shop', authToken: 'mint_1' });
  expect(page.opened.mock.calls[0]?.[0]).toBe(`${SERVER}/edit?partnerId=shop&authToken=mint_1`);
});

describe('a window that is closed before its first message', () => {
  test('requests the reason from the server, and logs and emits it', async () => {
    const fault = { code: 'origin_unknown', message: 'Slipway: not registered' };
    const consoleError = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const fakeFetch = vi.fn(async (_address: string) => Response.json(fault));
    vi.stubGlobal('fetch', fakeFetch);
    const { popup, events } = openOne();
    popup.closed = true;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fakeFetch).toHaveBeenCalledExactlyOnceWith(`${SERVER}/embed/v1/site?partnerId=shop`);
    expect(events).toEqual([
      ['close', undefined],
      ['error', { code: 'origin_unknown' }],
    ]);
    expect(consoleError).toHaveBeenCalledExactlyOnceWith(fault.message);
    consoleError.mockRestore();
  });

  test.each([
    ['finds no fault', async () => Response.json({})],
    ['does not answer', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is not a Slipway server', async () => new Response('<!doctype html>')],
  ])('emits only close if the server %s', async (_what, answer) => {
    vi.stubGlobal('fetch', answer);
    const { popup, events } = openOne();
    popup.closed = true;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(events).toEqual([['close', undefined]]);
  });

  test('requests no reason if a message arrived before it closed', async () => {
    const fakeFetch = vi.fn();
    vi.stubGlobal('fetch', fakeFetch);
    const { popup } = openOne();
    dispatchMessage({ source: popup.window, data: orderCreated });
    popup.closed = true;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fakeFetch).not.toHaveBeenCalled();
  });
});

test('emits the reason why the session was refused', () => {
  const { popup, events } = openOne();
  const refused = { code: 'session_refused', reason: 'malformed', field: 'adress' };
  dispatchMessage({ source: popup.window, data: { type: 'slipway:error', version: 1, ...refused } });
  expect(events).toEqual([['error', refused]]);
});

describe('foreign messages', () => {
  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that begins with the server’s origin', { origin: `${SERVER}.evil.example` }],
    ['the server’s host on another port', { origin: `${SERVER}:8443` }],
    ['no origin', { origin: 'null' }],
    ['another window of the server’s origin', { source: {} }],
    ['no window', { source: null }],
    ['a message of another version', { data: { ...orderCreated, version: 2 } }],
    ['a message of another shape', { data: { ...orderCreated, orderNo: ['7KQ2M4XD9TAB3'] } }],
    ['text', { data: JSON.stringify(orderCreated) }],
  ])('are ignored: %s', (_case, forged) => {
    const { popup, events } = openOne();
    dispatchMessage({ source: popup.window, data: orderCreated, ...forged });
    expect(events).toEqual([]);
  });

  test('are ignored from the window of another purchase', () => {
    const first = openOne();
    const second = openOne();
    dispatchMessage({ source: second.popup.window, data: orderCreated });
    expect(first.events).toEqual([]);
    expect(second.events).toHaveLength(1);
  });

  test('are ignored without a sender if the window was blocked', async () => {
    page.opened.mockReturnValue(null);
    const events = recordEvents(slipway.open({ partnerId: 'shop' }));
    dispatchMessage({ source: null, data: orderCreated });
    await Promise.resolve();
    expect(events.map(([name]) => name)).toEqual(['error', 'close']);
  });
});
