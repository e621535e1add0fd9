import { describe, expect, test } from 'vitest';
import { emptyDraft } from '../draft/draft.ts';
import { initialInquiry } from './initialInquiry.ts';
import { readQuoteQuery } from './quoteQuery.ts';
import { sampleBitcoin, sampleEuro, sampleYen } from './sampleCurrencies.ts';

describe('the query', () => {
  test('says nothing', () => {
    const query = readQuoteQuery('', undefined);
    expect(query.side).toBe('Pay');
    expect(query.locked).toEqual({
      payAmount: false,
      payCurrency: false,
      receiveAmount: false,
      receiveCurrency: false,
    });
  });

  test('a receive currency and amount make it start from the receive side, and lock it', () => {
    const query = readQuoteQuery('?getCurrency=btc&getCurrencyAmount=0,5', undefined);
    expect(query).toMatchObject({ side: 'Get', getCurrency: 'BTC', getCurrencyAmount: '0.5' });
    expect(query.locked).toMatchObject({ receiveAmount: true, receiveCurrency: true, payAmount: false });
  });

  test('an amount alone does not', () => {
    expect(readQuoteQuery('?getCurrencyAmount=0.5', undefined).side).toBe('Pay');
    expect(readQuoteQuery('?getCurrency=BTC&getCurrencyAmount=0', undefined).side).toBe('Pay');
  });

  test('defaults fill without locking', () => {
    const query = readQuoteQuery(
      '?defaultSendCurrency=GBP&defaultGetCurrency=ETH&defaultSendCurrencyAmount=250',
      undefined,
    );
    expect(query).toMatchObject({ sendCurrency: 'GBP', getCurrency: 'ETH', sendCurrencyAmount: '250' });
    expect(Object.values(query.locked)).toEqual([false, false, false, false]);
  });

  test('what the pay side is given is locked', () => {
    const { locked } = readQuoteQuery('?sendCurrency=EUR&sendCurrencyAmount=100', undefined);
    expect(locked).toMatchObject({ payAmount: true, payCurrency: true, receiveCurrency: false });
  });

  test('/buy/{getCurrency} fixes the crypto and the own provider', () => {
    const query = readQuoteQuery('?offerType=other&getCurrency=ETH', 'BTC');
    expect(query).toMatchObject({ getCurrency: 'BTC', offerType: 'slipway' });
    expect(query.locked.receiveCurrency).toBe(true);
  });

  test('an error text is cut', () => {
    expect(readQuoteQuery(`?error=${'a'.repeat(500)}`, undefined).error).toHaveLength(200);
  });
});

describe('the first question', () => {
  const lists = { pay: [sampleYen, sampleEuro], receive: [sampleBitcoin], normalCurrency: 'EUR' };
  const none = readQuoteQuery('', undefined);

  test('100 of the country’s currency for bitcoin', () => {
    expect(initialInquiry(none, emptyDraft, lists)).toEqual({
      side: 'Pay',
      amount: '100',
      sendCurrency: 'EUR',
      getCurrency: 'BTC',
      payMethod: '',
      offerType: '',
    });
  });

  test('an amount within the limits where 100 is not', () => {
    expect(initialInquiry(none, emptyDraft, { ...lists, normalCurrency: 'JPY' }).amount).toBe('30000');
  });

  test('what was done before in the tab comes after the URL', () => {
    const draft = { ...emptyDraft, sendCurrency: 'JPY', sendCurrencyAmount: '5000', payMethod: 'bank_transfer' };
    expect(initialInquiry(none, draft, lists)).toMatchObject({
      sendCurrency: 'JPY',
      amount: '5000',
      payMethod: 'bank_transfer',
    });
    const query = readQuoteQuery('?sendCurrency=EUR&sendCurrencyAmount=70', undefined);
    expect(initialInquiry(query, draft, lists)).toMatchObject({ sendCurrency: 'EUR', amount: '70' });
  });

  test('the receive side of the draft comes back', () => {
    const draft = { ...emptyDraft, side: 'Get' as const, getCurrencyAmount: '0.5', sendCurrencyAmount: '29000' };
    expect(initialInquiry(none, draft, lists)).toMatchObject({ side: 'Get', amount: '0.5' });
  });

  test('the method of the link comes before the one of the tab, and neither where it cannot be paid with', () => {
    const query = readQuoteQuery('?payMethod=google_pay', undefined);
    const methodOf = (kept: string, unpayable: readonly string[]) =>
      initialInquiry(query, { ...emptyDraft, payMethod: kept }, lists, (method) => !unpayable.includes(method))
        .payMethod;
    expect(methodOf('bank_transfer', [])).toBe('google_pay');
    expect(methodOf('bank_transfer', ['google_pay'])).toBe('bank_transfer');
    expect(methodOf('apple_pay', ['google_pay', 'apple_pay'])).toBe('');
  });

  test('a currency that is not listed gives way', () => {
    const query = readQuoteQuery('?sendCurrency=XXX&getCurrency=YYY', undefined);
    expect(initialInquiry(query, emptyDraft, lists)).toMatchObject({ sendCurrency: 'EUR', getCurrency: 'BTC' });
  });
});
