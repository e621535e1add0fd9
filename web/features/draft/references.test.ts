import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildOrderRequest } from './buildOrderRequest.ts';
import { emptyDraft } from './draft.ts';
import { readInquiryReferences, rememberReferences } from './references.ts';

const OWN = 'https://slipway.example';

beforeEach(() => {
  const storedValues = new Map<string, string>();
  const store = {
    getItem: (key: string) => storedValues.get(key) ?? null,
    setItem: (key: string, value: string) => void storedValues.set(key, value),
    removeItem: (key: string) => void storedValues.delete(key),
  };
  vi.stubGlobal('sessionStorage', store);
  vi.stubGlobal('localStorage', { getItem: () => null });
});
afterEach(() => vi.unstubAllGlobals());

const arrive = (search: string, referrer = '') => rememberReferences({ search, referrer, origin: OWN });

describe('an earlier order of the link', () => {
  test('is sent with the order', () => {
    expect(buildOrderRequest(emptyDraft)).not.toHaveProperty('referer_order');
    arrive('?referer_order=%202ZZC583FAYCFDQL3PDM2');
    expect(sessionStorage.getItem('referer_order')).toBe('2ZZC583FAYCFDQL3PDM2');
    expect(buildOrderRequest(emptyDraft)).toMatchObject({ referer_order: '2ZZC583FAYCFDQL3PDM2' });
    // A page without the parameter keeps the stored value.
    arrive('?partnerId=shop');
    expect(buildOrderRequest(emptyDraft)).toMatchObject({ referer_order: '2ZZC583FAYCFDQL3PDM2' });
  });

  test('is dropped if the server would refuse it', () => {
    arrive(`?referer_order=${'x'.repeat(65)}`);
    expect(buildOrderRequest(emptyDraft)).not.toHaveProperty('referer_order');
  });
});

describe('a partner’s reference and referer', () => {
  test('are kept for later pages, whose referer is the product', () => {
    arrive('?partnerId=shop&reference=cart%2017', 'https://shop.example/cart');
    arrive('?orderNo=7KQ2M4XD9TAB3', `${OWN}/order`);
    const references = { reference: 'cart 17', refererUrl: 'https://shop.example/cart' };
    expect(readInquiryReferences()).toEqual(references);
    expect(buildOrderRequest(emptyDraft)).toMatchObject(references);
  });

  test('are not replaced by a page that the buyer visits during the purchase', () => {
    arrive('?partnerId=shop', 'https://shop.example/cart');
    arrive('?orderNo=7KQ2M4XD9TAB3', 'https://bank.example/challenge');
    expect(readInquiryReferences()).toMatchObject({ refererUrl: 'https://shop.example/cart' });
  });

  test('are omitted if the server would refuse a quote because of them', () => {
    arrive('?reference=a%00b&refererUrl=/%00');
    expect(readInquiryReferences()).toEqual({ reference: '', refererUrl: '' });
    arrive(`?reference=${'x'.repeat(257)}`);
    expect(readInquiryReferences()).toEqual({ reference: '', refererUrl: '' });
  });

  test('are not cut in the middle of a character', () => {
    arrive(`?refererUrl=${'x'.repeat(2047)}😀`);
    expect(readInquiryReferences()).toEqual({ reference: '', refererUrl: 'x'.repeat(2047) });
  });

  test('are not passed to another partner', () => {
    arrive('?partnerId=shop&reference=cart%2017', 'https://shop.example/cart');
    arrive('?partnerId=wallet');
    expect(readInquiryReferences()).toEqual({ reference: '', refererUrl: '' });
  });

  test('can be given in the link, because a page in a frame does not get the partner’s page as referrer', () => {
    arrive(`?refererUrl=${encodeURIComponent('https://shop.example/cart')}`, 'https://frame.example/');
    expect(readInquiryReferences()).toMatchObject({ refererUrl: 'https://shop.example/cart' });
  });

  test('are cut to the length that the server accepts', () => {
    arrive('', `https://shop.example/${'x'.repeat(3000)}`);
    expect(readInquiryReferences().refererUrl).toHaveLength(2048);
  });
});
