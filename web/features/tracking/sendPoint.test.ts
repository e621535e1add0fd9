import { addPoint } from '@slipway/contract/calls/tracking/addPoint.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hasTrackingOptOut } from './doNotTrack.ts';
import { forgetBrowserId, getBrowserId } from './getBrowserId.ts';
import { buildPoint, sendPoint } from './sendPoint.ts';

const step = { type: 'inputPayAmount', facts: undefined, pathname: '/edit', search: '' } as const;

function createMemoryStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

beforeEach(() => {
  vi.stubGlobal('localStorage', createMemoryStorage());
  forgetBrowserId();
});
afterEach(() => vi.unstubAllGlobals());

describe('a point', () => {
  test('contains the path with known parameters, and known facts', () => {
    const search = '?address=bc1qsecret&token=abc&error=x&getCurrency=BTC&partnerId=shop&orderNo=2ZZC583FAYCFDQL3PDM2';
    const facts = { side: 'Pay', amount: '100', payMethod: '', address: 'bc1qsecret', email: 'a@b.example' };
    expect(buildPoint({ ...step, search, facts })).toEqual({
      type: 'inputPayAmount',
      place: '/edit?getCurrency=BTC&partnerId=shop',
      side: 'Pay',
      amount: '100',
    });
  });

  test('omits values that are too long', () => {
    const point = buildPoint({ ...step, search: `?offerType=${'x'.repeat(65)}`, facts: { amount: '1'.repeat(65) } });
    expect(point).toEqual({ type: 'inputPayAmount', place: '/edit' });
  });

  test('is accepted by the call addPoint', () => {
    const point = buildPoint({ ...step, facts: { country: 'DE' } });
    expect(addPoint.request.parse({ ...point, user_id: getBrowserId() })).toMatchObject({
      country: 'DE',
      place: '/edit',
    });
  });
});

describe('sendPoint', () => {
  test('sends without cookies and with keepalive, and ignores errors', async () => {
    const fakeFetch = vi.fn(async () => {
      throw new TypeError('no network');
    });
    vi.stubGlobal('fetch', fakeFetch);
    vi.stubGlobal('navigator', {});
    expect(sendPoint(step)).toBeUndefined();
    await Promise.resolve();
    expect(fakeFetch).toHaveBeenCalledExactlyOnceWith(
      '/gateway/buying/addPoint',
      expect.objectContaining({ credentials: 'omit', keepalive: true }),
    );
  });

  test.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])('sends nothing for %o', (browser) => {
    const fakeFetch = vi.fn(async () => undefined);
    vi.stubGlobal('fetch', fakeFetch);
    vi.stubGlobal('navigator', browser);
    sendPoint(step);
    expect(fakeFetch).not.toHaveBeenCalled();
    expect(localStorage.getItem('randomBrowserId')).toBeNull();
  });

  test('a missing or negative signal is not an opt-out', () => {
    expect(hasTrackingOptOut({})).toBe(false);
    expect(hasTrackingOptOut({ doNotTrack: '0', globalPrivacyControl: false })).toBe(false);
    expect(hasTrackingOptOut({ doNotTrack: null })).toBe(false);
  });
});

describe('the random id', () => {
  test('stays the same until it is deleted', () => {
    const first = getBrowserId();
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(getBrowserId()).toBe(first);
    expect(localStorage.getItem('randomBrowserId')).toBe(first);
    forgetBrowserId();
    expect(getBrowserId()).not.toBe(first);
  });

  test('lasts as long as the page if nothing can be stored', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    const first = getBrowserId();
    expect(getBrowserId()).toBe(first);
    forgetBrowserId();
    expect(getBrowserId()).not.toBe(first);
  });
});
