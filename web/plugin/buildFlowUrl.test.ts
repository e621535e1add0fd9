import { expect, test } from 'vitest';
import type { Inquiry } from '../features/quote/quoteReducer.ts';
import { sampleQuote } from '../features/quote/sampleQuote.ts';
import { buildFlowUrl } from './buildFlowUrl.ts';
import { readPluginQuery } from './readPluginQuery.ts';

const inquiry: Inquiry = {
  side: 'Get',
  amount: '0.00164609',
  sendCurrency: 'EUR',
  getCurrency: 'BTC',
  payMethod: 'apple_pay',
  offerType: 'slipway',
};

function readFlowUrl(search: string, hostOrigin: string, chosenInquiry: Inquiry = inquiry, refererUrl = '') {
  const url = new URL(
    buildFlowUrl({
      inquiry: chosenInquiry,
      quote: sampleQuote,
      query: readPluginQuery(search),
      refererUrl,
      hostOrigin,
    }),
    'https://slipway.example',
  );
  return { path: url.pathname, ...Object.fromEntries(url.searchParams) };
}

test('contains all choices in the query', () => {
  const search = new URLSearchParams({
    partnerId: 'shop',
    session: 's-1',
    address: 'bc1q&x=1#y',
    origin: 'https://said.example',
    redirectUrl: 'https://shop.example/thanks?order=1',
    reference: 'R-1',
    referer_order: '2ZZC583FAYCFDQL3PDM2',
  });
  expect(readFlowUrl(`?${search}`, 'https://shop.example', inquiry, 'https://shop.example/cart')).toEqual({
    path: '/order',
    defaultSendCurrency: 'EUR',
    defaultSendCurrencyAmount: '100.00',
    defaultGetCurrency: 'BTC',
    defaultGetCurrencyAmount: '0.00164609',
    side: 'Get',
    token: 'quote-token',
    payMethod: 'apple_pay',
    offerType: 'slipway',
    address: 'bc1q&x=1#y',
    redirectUrl: 'https://shop.example/thanks?order=1',
    reference: 'R-1',
    referer_order: '2ZZC583FAYCFDQL3PDM2',
    refererUrl: 'https://shop.example/cart',
    partnerId: 'shop',
    session: 's-1',
    origin: 'https://shop.example',
  });
});

test('omits what was not chosen, and uses the given origin only if the browser names none', () => {
  const plain = readFlowUrl('?origin=https://said.example', '', { ...inquiry, payMethod: '', offerType: '' });
  expect(plain).toMatchObject({ origin: 'https://said.example' });
  for (const absent of [
    'payMethod',
    'offerType',
    'address',
    'redirectUrl',
    'reference',
    'referer_order',
    'refererUrl',
    'partnerId',
  ]) {
    expect(plain).not.toHaveProperty(absent);
  }
});
