import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildOrderRequest } from './buildOrderRequest.ts';
import { emptyDraft } from './draft.ts';
import { readInquiryReferences, rememberReferences } from './references.ts';

const OWN = 'https://slipway.example';

beforeEach(() => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('sessionStorage', store);
  vi.stubGlobal('localStorage', { getItem: () => null });
});
afterEach(() => vi.unstubAllGlobals());

const arrive = (search: string, referrer = '') => rememberReferences({ search, referrer, origin: OWN });

describe('an earlier order of the link', () => {
  test('goes along with the order', () => {
    expect(buildOrderRequest(emptyDraft)).not.toHaveProperty('referer_order');
    arrive('?referer_order=%202ZZC583FAYCFDQL3PDM2');
    expect(buildOrderRequest(emptyDraft)).toMatchObject({ referer_order: '2ZZC583FAYCFDQL3PDM2' });
    // A page without the parameter keeps the stored value.
    arrive('?partnerId=shop');
    expect(buildOrderRequest(emptyDraft)).toMatchObject({ referer_order: '2ZZC583FAYCFDQL3PDM2' });
  });

  test('that the server would refuse is none', () => {
    arrive(`?referer_order=${'x'.repeat(65)}`);
    expect(buildOrderRequest(emptyDraft)).not.toHaveProperty('referer_order');
  });
});

describe('what a partner says of the purchase', () => {
  test('is kept for later pages, which come from our own', () => {
    arrive('?partnerId=shop&reference=cart%2017', 'https://shop.example/cart');
    arrive('?orderNo=7KQ2M4XD9TAB3', `${OWN}/order`);
    expect(readInquiryReferences()).toMatchObject({ reference: 'cart 17', refererUrl: 'https://shop.example/cart' });
  });

  test('does not come from a page on the way', () => {
    arrive('?partnerId=shop', 'https://shop.example/cart');
    arrive('?orderNo=7KQ2M4XD9TAB3', 'https://bank.example/challenge');
    expect(readInquiryReferences()).toMatchObject({ refererUrl: 'https://shop.example/cart' });
  });

  test('is left out where the server would refuse every quote for it', () => {
    arrive('?reference=a%00b&refererUrl=/%00');
    expect(readInquiryReferences()).toEqual({ reference: '', refererUrl: '' });
    arrive(`?reference=${'x'.repeat(257)}`);
    expect(readInquiryReferences()).toEqual({ reference: '', refererUrl: '' });
  });

  test('is not cut within a character', () => {
    arrive(`?refererUrl=${'x'.repeat(2047)}😀`);
    expect(readInquiryReferences()).toEqual({ reference: '', refererUrl: 'x'.repeat(2047) });
  });

  test('is not told to another partner', () => {
    arrive('?partnerId=shop&reference=cart%2017', 'https://shop.example/cart');
    arrive('?partnerId=wallet');
    expect(readInquiryReferences()).toEqual({ reference: '', refererUrl: '' });
  });

  test('may name the page in the link, where a window between them hides it', () => {
    arrive(`?refererUrl=${encodeURIComponent('https://shop.example/cart')}`, 'https://frame.example/');
    expect(readInquiryReferences()).toMatchObject({ refererUrl: 'https://shop.example/cart' });
  });

  test('is cut where a page before has a longer address than the server takes', () => {
    arrive('', `https://shop.example/${'x'.repeat(3000)}`);
    expect(readInquiryReferences().refererUrl).toHaveLength(2048);
  });
});
