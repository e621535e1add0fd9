import { describe, expect, test, vi } from 'vitest';
import { openPartnerPage, SERVER, say } from '../partnerPage.testing.ts';
import { createSlipway } from './loader.ts';
import { heardFrom, otherWindow } from './window.testing.ts';

const page = openPartnerPage({ timers: true });
const slipway = createSlipway(SERVER);
const orderCreated = { type: 'slipway:orderCreated', version: 1, orderNo: '7KQ2M4XD9TAB3' };
const status = { type: 'slipway:status', version: 1, orderNo: '7KQ2M4XD9TAB3', status: 'paid' };

function openOne(options: Parameters<typeof slipway.open>[0] = { partnerId: 'shop' }) {
  const popup = otherWindow();
  page.opened.mockReturnValue(popup.window);
  const handle = slipway.open(options);
  return { popup, handle, heard: heardFrom(handle) };
}

describe('a window', () => {
  test('is opened inside the call, and keeps its opener', () => {
    const { handle } = openOne({ partnerId: 'shop', getCurrency: 'BTC' });
    expect(page.opened).toHaveBeenCalledExactlyOnceWith(handle.url, '_blank', expect.not.stringContaining('noopener'));
    expect(handle.url).toBe(`${SERVER}/edit?partnerId=shop&getCurrency=BTC`);
  });

  test('is a small one, or a tab', () => {
    openOne();
    openOne({ partnerId: 'shop', tab: true });
    expect(page.opened.mock.calls.map(([, , look]) => look)).toEqual([expect.stringContaining('popup'), '']);
  });

  test('begins the purchase where the amount is known', () => {
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
    'begins it with %j as well',
    (amount) => {
      expect(new URL(openOne({ partnerId: 'shop', ...amount }).handle.url).pathname).toBe('/order');
    },
  );

  test('tells what it says of its order, until it is closed', () => {
    const { popup, heard } = openOne();
    say({ source: popup.window, data: orderCreated });
    say({ source: popup.window, data: status });
    popup.closed = true;
    vi.advanceTimersByTime(1_000);
    say({ source: popup.window, data: status });
    expect(heard).toEqual([
      ['orderCreated', { orderNo: '7KQ2M4XD9TAB3' }],
      ['status', { orderNo: '7KQ2M4XD9TAB3', status: 'paid' }],
      ['close', undefined],
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that says it closes has ended once', () => {
    const { popup, handle, heard } = openOne();
    say({ source: popup.window, data: { type: 'slipway:close', version: 1 } });
    handle.close();
    vi.advanceTimersByTime(1_000);
    expect(heard).toEqual([['close', undefined]]);
  });

  test('that was blocked is told of once the caller listens, with the link in its place', async () => {
    page.opened.mockReturnValue(null);
    const handle = slipway.open({ partnerId: 'shop' });
    const heard = heardFrom(handle);
    await Promise.resolve();
    expect(heard[0]).toEqual(['error', { code: 'popup_blocked' }]);
    expect(handle.url).toBe(`${SERVER}/edit?partnerId=shop`);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that a blocker gives back closed is a blocked one', async () => {
    const popup = otherWindow();
    popup.closed = true;
    page.opened.mockReturnValue(popup.window);
    const heard = heardFrom(slipway.open({ partnerId: 'shop' }));
    await Promise.resolve();
    expect(heard.map(([name]) => name)).toEqual(['error', 'close']);
  });

  test('is led to other options as long as there is no order', () => {
    const { popup, handle } = openOne();
    handle.update({ getCurrency: 'ETH' });
    say({ source: popup.window, data: orderCreated });
    handle.update({ getCurrency: 'BTC' });
    expect(popup.addresses).toEqual([`${SERVER}/edit?partnerId=shop&getCurrency=ETH`]);
  });

  test('is no longer heard by a listener that has gone', () => {
    const { popup, handle } = openOne();
    const listener = vi.fn();
    handle.on('orderCreated', listener)();
    say({ source: popup.window, data: orderCreated });
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('a session that is still waited for', () => {
  test('leaves the window blank and leads it on when it has come', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { popup } = openOne({ partnerId: 'shop', session: promise });
    expect(page.opened).toHaveBeenCalledExactlyOnceWith('', '_blank', expect.anything());
    resolve('s-1');
    await promise;
    expect(popup.addresses).toEqual([`${SERVER}/edit?partnerId=shop&session=s-1`]);
  });

  test('does not lead back to options that were given up meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { popup, handle } = openOne({ partnerId: 'shop', session: promise });
    handle.update({ getCurrency: 'ETH', session: 's-2' });
    resolve('s-1');
    await promise;
    expect(popup.addresses).toEqual([`${SERVER}/edit?partnerId=shop&getCurrency=ETH&session=s-2`]);
  });

  test('is in the link of a window that was blocked', async () => {
    page.opened.mockReturnValue(null);
    const session = Promise.resolve('s-1');
    const handle = slipway.open({ partnerId: 'shop', session });
    await session;
    expect(handle.url).toBe(`${SERVER}/edit?partnerId=shop&session=s-1`);
  });

  test('that does not come closes the window, and says why', async () => {
    const { promise, reject } = Promise.withResolvers<string>();
    const { popup, heard } = openOne({ partnerId: 'shop', session: promise });
    reject(new Error('no'));
    await promise.catch(() => undefined);
    expect(heard).toEqual([['error', { code: 'session_failed' }]]);
    expect(popup.closed).toBe(true);
  });
});

describe('nobody else is believed', () => {
  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that begins like ours', { origin: `${SERVER}.evil.example` }],
    ['our origin on another port', { origin: `${SERVER}:8443` }],
    ['no origin', { origin: 'null' }],
    ['another window of our origin', { source: {} }],
    ['no window', { source: null }],
    ['a message of another version', { data: { ...orderCreated, version: 2 } }],
    ['a message of another shape', { data: { ...orderCreated, orderNo: ['7KQ2M4XD9TAB3'] } }],
    ['text', { data: JSON.stringify(orderCreated) }],
  ])('%s', (_who, forged) => {
    const { popup, heard } = openOne();
    say({ source: popup.window, data: orderCreated, ...forged });
    expect(heard).toEqual([]);
  });

  test('a window hears nothing of another purchase', () => {
    const first = openOne();
    const second = openOne();
    say({ source: second.popup.window, data: orderCreated });
    expect(first.heard).toEqual([]);
    expect(second.heard).toHaveLength(1);
  });

  test('one whose window was blocked believes a message without a sender least of all', async () => {
    page.opened.mockReturnValue(null);
    const heard = heardFrom(slipway.open({ partnerId: 'shop' }));
    say({ source: null, data: orderCreated });
    await Promise.resolve();
    expect(heard.map(([name]) => name)).toEqual(['error', 'close']);
  });
});
