import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyDraft } from '../draft/draft.ts';
import { preloadFirstQuote } from './preloadFirstQuote.ts';
import { sampleBitcoin, sampleEuro } from './sampleCurrencies.ts';
import { sampleQuote } from './sampleQuote.ts';

let sent: { name: string; body: Record<string, unknown> }[];
let offered: { pay: object[]; receive: object[] };

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  offered = { pay: [sampleEuro], receive: [sampleBitcoin] };
  const nothingStored = { getItem: () => null, setItem: () => undefined };
  vi.stubGlobal('sessionStorage', nothingStored);
  vi.stubGlobal('localStorage', nothingStored);
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    const name = path.split('/').at(-1) ?? '';
    sent.push({ name, body: JSON.parse(body) as Record<string, unknown> });
    const data = { payList: offered.pay, getList: offered.receive, offerInquiry: sampleQuote }[name] ?? {};
    return new Response(JSON.stringify({ respCode: '200', respMessage: '', data, normalCurrency: 'EUR' }));
  });
});
afterEach(() => {
  // Drops the preloaded answers.
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const listSentNames = () => sent.map(({ name }) => name).toSorted();

test('preloads the lists, the quote of the link and its prices by method', async () => {
  await preloadFirstQuote('?defaultSendCurrencyAmount=250&partnerId=shop', undefined);
  expect(listSentNames()).toEqual(['getList', 'getallcountry', 'offerInquiry', 'payList', 'priceList']);
  expect(sent.find(({ name }) => name === 'offerInquiry')?.body).toMatchObject({
    sendCurrency: 'EUR',
    sendCurrencyAmount: '250',
    getCurrency: sampleBitcoin.currency,
    partnerId: 'shop',
    payMethod: emptyDraft.payMethod,
  });
  expect(sent.find(({ name }) => name === 'priceList')?.body).toEqual({ token: sampleQuote.token });
});

test('preloads no quote for an amount beyond the limits or a provider without an offering', async () => {
  await preloadFirstQuote('?sendCurrency=EUR&sendCurrencyAmount=999999999', undefined);
  expect(listSentNames()).toEqual(['getList', 'getallcountry', 'payList']);
  vi.runAllTimers();
  sent = [];
  offered = { pay: [], receive: [sampleBitcoin] };
  await preloadFirstQuote('?offerType=other', undefined);
  expect(listSentNames()).toEqual(['getList', 'getallcountry', 'payList']);
});
