import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { dispatchMessage, mockFrameWindow, openPartnerPage, SERVER } from '../partnerPage.testing.ts';
import { createSlipway, type MountOptions } from './loader.ts';
import { recordEvents } from './window.testing.ts';

const page = openPartnerPage({ timers: true });
const errors = vi.spyOn(console, 'error');
beforeEach(() => void errors.mockReset().mockReturnValue(undefined));
afterAll(() => errors.mockRestore());
const slipway = createSlipway(`${SERVER}/embed/v1/loader.js`);
const ready = { type: 'slipway:ready', version: 1, height: 384, title: 'Krypto kaufen' };
const orderCreated = { type: 'slipway:orderCreated', version: 1, orderNo: '7KQ2M4XD9TAB3' };

function mountOne(options: Partial<MountOptions> = {}) {
  const element = page.element();
  const handle = slipway.mount(element, { partnerId: 'shop', ...options });
  const frame = element.querySelector('iframe');
  if (!frame) throw new Error('there is no frame');
  const inside = mockFrameWindow(frame);
  return { element, handle, frame, inside, replace: inside.location.replace, events: recordEvents(handle) };
}

function mountAwaiting(session: Promise<string>) {
  const element = page.element();
  return { element, events: recordEvents(slipway.mount(element, { partnerId: 'shop', session })) };
}

function readQuery(address: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URL(address).searchParams);
}

describe('a frame', () => {
  test('shows the plugin with the given options', () => {
    const { frame } = mountOne({
      defaultSendCurrency: 'EUR',
      defaultAmount: '100',
      reference: 'R-1',
      redirectUrl: 'https://shop.example/thanks?order=1',
      language: 'de-DE',
      session: 's-1',
      colors: { button: '#f0be5e', background: '#10261f' },
    });
    expect(new URL(frame.src).pathname).toBe('/plugin');
    expect(readQuery(frame.src)).toEqual({
      partnerId: 'shop',
      defaultSendCurrency: 'EUR',
      defaultSendCurrencyAmount: '100',
      reference: 'R-1',
      redirectUrl: 'https://shop.example/thanks?order=1',
      lang: 'de-DE',
      session: 's-1',
      'plugin-color-button': '#f0be5e',
      'plugin-color-background': '#10261f',
    });
  });

  test('ignores options that do not exist or are empty', () => {
    const given = { partnerId: 'shop', amount: '', token: 'x', colors: { button: '', other: 'x' } };
    expect(readQuery(mountOne(given as Partial<MountOptions>).frame.src)).toEqual({ partnerId: 'shop' });
  });

  test('is sandboxed, gets no browser features, and sends the origin of the partner’s page as referrer', () => {
    const { frame } = mountOne();
    expect(frame.getAttribute('sandbox')?.split(' ')).toEqual([
      'allow-scripts',
      'allow-same-origin',
      'allow-popups',
      'allow-popups-to-escape-sandbox',
    ]);
    expect(frame.allow).toContain("payment 'none'");
    expect(frame.referrerPolicy).toBe('strict-origin');
  });

  test('has the height and the title that its page sends', () => {
    const { frame, inside, events } = mountOne();
    expect(frame.title).toBe('Slipway');
    dispatchMessage({ source: inside, data: ready });
    expect([frame.title, frame.style.height]).toEqual(['Krypto kaufen', '384px']);
    dispatchMessage({ source: inside, data: { type: 'slipway:resize', version: 1, height: 420 } });
    expect(frame.style.height).toBe('420px');
    expect(events).toEqual([['ready', undefined]]);
  });

  test('emits its page’s events, and the error of a blocked window', () => {
    const { inside, events } = mountOne();
    const quote = {
      sendCurrency: 'EUR',
      sendCurrencyAmount: '100.00',
      getCurrency: 'BTC',
      getCurrencyAmount: '0.0016',
    };
    dispatchMessage({
      source: inside,
      data: { type: 'slipway:quote', version: 1, ...quote, expireTime: 1_764_000_000 },
    });
    dispatchMessage({ source: inside, data: { type: 'slipway:error', version: 1, code: 'popup_blocked' } });
    dispatchMessage({ source: inside, data: orderCreated });
    expect(events).toEqual([
      ['quote', { ...quote, expireTime: 1_764_000_000 }],
      ['error', { code: 'popup_blocked' }],
      ['orderCreated', { orderNo: '7KQ2M4XD9TAB3' }],
    ]);
  });

  test('emits an error if its page never responds', () => {
    const { events } = mountOne();
    vi.advanceTimersByTime(15_000);
    expect(events).toEqual([['error', { code: 'not_ready', reason: 'no_answer' }]]);
  });

  test('emits an error at once if the page’s own content security policy blocks it', () => {
    const { events } = mountOne();
    const violation = (blockedURI: string, effectiveDirective: string) =>
      document.dispatchEvent(
        Object.assign(new window.Event('securitypolicyviolation'), { blockedURI, effectiveDirective }),
      );
    violation('https://other.example/frame', 'frame-src');
    violation(`${SERVER}/embed/v1/site`, 'connect-src');
    expect(events).toEqual([]);
    violation(`${SERVER}/plugin?partnerId=shop`, 'frame-src');
    expect(events).toEqual([['error', { code: 'not_ready', reason: 'csp' }]]);
    vi.advanceTimersByTime(60_000);
    expect(events).toHaveLength(1);
  });

  test('emits an error with the reason coep in a cross-origin isolated page', () => {
    vi.stubGlobal('crossOriginIsolated', true);
    const { events } = mountOne();
    vi.advanceTimersByTime(15_000);
    expect(events).toEqual([['error', { code: 'not_ready', reason: 'coep' }]]);
  });

  test('requests the reason from the server if it loads but sends no message', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ code: 'partner_unknown', message: 'Slipway: no partner' }));
    const { frame, events } = mountOne();
    frame.dispatchEvent(new window.Event('load'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(events).toEqual([['error', { code: 'partner_unknown' }]]);
    expect(errors).toHaveBeenCalledExactlyOnceWith('Slipway: no partner');
  });

  test.each([undefined, null, '', 17])('is not shown if its session resolves to %j', async (resolved) => {
    const { element, events } = mountAwaiting(Promise.resolve(resolved as string));
    await vi.advanceTimersByTimeAsync(1);
    expect(events).toEqual([['error', { code: 'session_failed' }]]);
    expect(element.childNodes).toHaveLength(0);
  });

  test('is not shown, and fails after half a minute, if its session never resolves', async () => {
    const { element, events } = mountAwaiting(new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(31_000);
    expect(events).toEqual([['error', { code: 'session_failed' }]]);
    expect(element.childNodes).toHaveLength(0);
  });

  test('throws if its element does not exist', () => {
    expect(() => slipway.mount(document.getElementById('none'), { partnerId: 'shop' })).toThrow(/no element/);
  });

  test('emits no error after its page is ready', () => {
    const { inside, events } = mountOne();
    dispatchMessage({ source: inside, data: ready });
    vi.advanceTimersByTime(60_000);
    expect(events).toEqual([['ready', undefined]]);
  });

  test('is updated without an entry in the page’s history', () => {
    const { handle, replace } = mountOne({ language: 'de-DE' });
    handle.update({ getCurrency: 'ETH' });
    expect(readQuery(String(replace.mock.calls[0]?.[0]))).toEqual({
      partnerId: 'shop',
      lang: 'de-DE',
      getCurrency: 'ETH',
    });
  });

  test('is removed when unmounted and emits no further events', () => {
    const { element, handle, inside, events } = mountOne();
    handle.unmount();
    dispatchMessage({ source: inside, data: orderCreated });
    vi.advanceTimersByTime(60_000);
    expect(element.childNodes).toHaveLength(0);
    expect(events).toEqual([]);
  });

  test('is not shown if it is unmounted before its session resolves', async () => {
    const element = page.element();
    const session = Promise.resolve('s-1');
    slipway.mount(element, { partnerId: 'shop', session }).unmount();
    await session;
    expect(element.childNodes).toHaveLength(0);
  });
});

describe('foreign messages', () => {
  test('are ignored from a sibling frame and from another frame of the product’s origin', () => {
    const { events } = mountOne();
    const sibling = mountOne();
    dispatchMessage({ source: sibling.inside, data: orderCreated });
    dispatchMessage({ source: window, data: orderCreated });
    expect(events).toEqual([]);
    expect(sibling.events).toHaveLength(1);
  });

  test('are ignored from another origin in the same frame', () => {
    const { inside, events, frame } = mountOne();
    dispatchMessage({ origin: 'https://evil.example', source: inside, data: ready });
    expect(events).toEqual([]);
    expect(frame.title).toBe('Slipway');
  });
});
