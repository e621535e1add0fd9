import { buildDefaultInquiry } from '@slipway/contract/firstQuote.ts';
import { describe, expect, test } from 'vitest';
import { emptyDraft } from '../../draft/draft.ts';
import { sampleBitcoin, sampleEther, sampleEuro, sampleYen } from '../sampleCurrencies.ts';
import { buildInitialInquiry } from './buildInitialInquiry.ts';
import { readQuoteQuery } from './quoteQuery.ts';

describe('the query', () => {
  test('is empty by default', () => {
    const query = readQuoteQuery('', undefined);
    expect(query.side).toBe('Pay');
    expect(query.locked).toEqual({
      payAmount: false,
      payCurrency: false,
      receiveAmount: false,
      receiveCurrency: false,
    });
  });

  test('starts from the receive side and locks it for a receive currency and amount', () => {
    const query = readQuoteQuery('?getCurrency=btc&getCurrencyAmount=0,5', undefined);
    expect(query).toMatchObject({ side: 'Get', getCurrency: 'BTC', getCurrencyAmount: '0.5' });
    expect(query.locked).toMatchObject({ receiveAmount: true, receiveCurrency: true, payAmount: false });
  });

  test('starts from the pay side for a receive amount without a currency', () => {
    expect(readQuoteQuery('?getCurrencyAmount=0.5', undefined).side).toBe('Pay');
    expect(readQuoteQuery('?getCurrency=BTC&getCurrencyAmount=0', undefined).side).toBe('Pay');
  });

  test('fixes the amount of a goods order in the currency that is owed', () => {
    const owed = 'goodsOrderAmount=49,90&goodsOrderCurrency=';
    expect(readQuoteQuery(`?defaultGetCurrency=usdc&${owed}usdc`, undefined)).toMatchObject({
      side: 'Get',
      getCurrency: 'USDC',
      getCurrencyAmount: '49.90',
      goods: { goodsOrderAmount: '49.90', goodsOrderCurrency: 'USDC' },
      locked: { receiveAmount: true, payAmount: false },
    });
    expect(readQuoteQuery(`?sendCurrency=EUR&${owed}EUR`, undefined)).toMatchObject({
      side: 'Pay',
      sendCurrencyAmount: '49.90',
      locked: { payAmount: true, receiveAmount: false },
    });
    const query = readQuoteQuery(`?sendCurrency=EUR&sendCurrencyAmount=60&${owed}EUR`, undefined);
    expect(query).toMatchObject({ sendCurrencyAmount: '60', goods: { goodsOrderAmount: '49.90' } });
    expect(readQuoteQuery('?sendCurrency=EUR&goodsOrderAmount=5', undefined).goods.goodsOrderAmount).toBe('');
  });

  test('default parameters fill fields without locking them', () => {
    const query = readQuoteQuery(
      '?defaultSendCurrency=GBP&defaultGetCurrency=ETH&defaultSendCurrencyAmount=250',
      undefined,
    );
    expect(query).toMatchObject({ sendCurrency: 'GBP', getCurrency: 'ETH', sendCurrencyAmount: '250' });
    expect(Object.values(query.locked)).toEqual([false, false, false, false]);
  });

  test('locks the given fields of the pay side', () => {
    const { locked } = readQuoteQuery('?sendCurrency=EUR&sendCurrencyAmount=100', undefined);
    expect(locked).toMatchObject({ payAmount: true, payCurrency: true, receiveCurrency: false });
  });

  test('/buy/{getCurrency} fixes the crypto and the operator as provider', () => {
    const query = readQuoteQuery('?offerType=other&getCurrency=ETH', 'BTC');
    expect(query).toMatchObject({ getCurrency: 'BTC', offerType: 'slipway' });
    expect(query.locked).toMatchObject({ receiveCurrency: true, receiveAmount: true });
    expect(readQuoteQuery('?getCurrency=BTC', undefined).locked).toEqual(query.locked);
  });

  test.each([
    'sendCurrencyAmount=abc',
    'sendCurrencyAmount=-5',
    'sendCurrencyAmount=0',
    'sendCurrencyAmount=1e5',
    'sendCurrencyAmount=1,234.56',
    'sendCurrencyAmount=100&sendCurrencyAmount=200',
    'sendCurrencyAmount=',
    'sendCurrency=',
    'sendCurrency=EUR&sendCurrency=JPY&sendCurrencyAmount=100',
    'defaultSendCurrency=EUR&defaultSendCurrencyAmount=abc',
  ])('%s fixes nothing and requests no amount', (search) => {
    const { sendCurrencyAmount, getCurrencyAmount, side, locked } = readQuoteQuery(`?${search}`, undefined);
    expect([sendCurrencyAmount, getCurrencyAmount, side]).toEqual(['', '', 'Pay']);
    expect(Object.values(locked)).toEqual([false, false, false, false]);
  });

  test('uses the proposed amount, unlocked, if the fixed one is invalid', () => {
    const query = readQuoteQuery('?sendCurrencyAmount=abc&defaultSendCurrencyAmount=50', undefined);
    expect(query).toMatchObject({ sendCurrencyAmount: '50', locked: { payAmount: false } });
  });

  test.each(['partnerId', 'offerType'])('ignores a %s that is too long', (name) => {
    expect(readQuoteQuery(`?${name}=${'a'.repeat(65)}`, undefined)).toMatchObject({ [name]: '' });
  });

  test('cuts a long error text', () => {
    expect(readQuoteQuery(`?error=${'a'.repeat(500)}`, undefined).error).toHaveLength(200);
  });
});

describe('the initial inquiry', () => {
  const lists = { pay: [sampleYen, sampleEuro], receive: [sampleBitcoin, sampleEther], normalCurrency: 'EUR' };
  const none = readQuoteQuery('', undefined);
  const bought = {
    side: 'Get',
    getCurrency: 'BTC',
    getCurrencyAmount: '0.5',
    sendCurrency: 'EUR',
    sendCurrencyAmount: '29000',
  } as const;

  test('is 100 of the country’s currency for bitcoin', () => {
    expect(buildInitialInquiry(none, emptyDraft, lists)).toEqual({
      side: 'Pay',
      amount: '100',
      sendCurrency: 'EUR',
      getCurrency: 'BTC',
      payMethod: '',
      offerType: '',
    });
  });

  test('is an amount within the limits if 100 is not', () => {
    expect(buildInitialInquiry(none, emptyDraft, { ...lists, normalCurrency: 'JPY' }).amount).toBe('30000');
  });

  test.each(['EUR', 'JPY', 'XXX'])('equals the server’s default inquiry without a link and a draft: %s', (currency) => {
    const inquiry = buildInitialInquiry(none, emptyDraft, { ...lists, normalCurrency: currency });
    expect(buildDefaultInquiry(lists.pay, lists.receive, currency)).toEqual(inquiry);
  });

  test('uses the tab’s draft only where the URL has no value', () => {
    const draft = { ...emptyDraft, sendCurrency: 'JPY', sendCurrencyAmount: '5000', payMethod: 'bank_transfer' };
    expect(buildInitialInquiry(none, draft, lists)).toMatchObject({
      sendCurrency: 'JPY',
      amount: '5000',
      payMethod: 'bank_transfer',
    });
    const query = readQuoteQuery('?sendCurrency=EUR&sendCurrencyAmount=70', undefined);
    expect(buildInitialInquiry(query, draft, lists)).toMatchObject({ sendCurrency: 'EUR', amount: '70' });
  });

  test('restores the receive side of the draft', () => {
    const draft = { ...emptyDraft, ...bought };
    expect(buildInitialInquiry(none, draft, lists)).toMatchObject({ side: 'Get', amount: '0.5' });
  });

  test('prefers the link’s method to the tab’s, and ignores a method that this browser cannot use', () => {
    const query = readQuoteQuery('?payMethod=google_pay', undefined);
    const chooseMethod = (kept: string, unpayable: readonly string[]) =>
      buildInitialInquiry(query, { ...emptyDraft, payMethod: kept }, lists, (method) => !unpayable.includes(method))
        .payMethod;
    expect(chooseMethod('bank_transfer', [])).toBe('google_pay');
    expect(chooseMethod('bank_transfer', ['google_pay'])).toBe('bank_transfer');
    expect(chooseMethod('apple_pay', ['google_pay', 'apple_pay'])).toBe('');
  });

  test('ignores an unknown method of the link or the tab', () => {
    const query = readQuoteQuery('?payMethod=barter', undefined);
    expect(query.payMethod).toBe('');
    expect(buildInitialInquiry(query, { ...emptyDraft, payMethod: 'barter' }, lists).payMethod).toBe('');
  });

  test.each([
    ['?sendCurrency=JPY', { side: 'Get', amount: '0.5', sendCurrency: 'JPY' }],
    ['?getCurrency=ETH', { side: 'Pay', amount: '29000', getCurrency: 'ETH' }],
    ['?sendCurrency=JPY&getCurrency=ETH', { side: 'Pay', amount: '30000', sendCurrency: 'JPY', getCurrency: 'ETH' }],
  ])('after a draft of 0.5 BTC for 29,000 EUR, %s applies no amount to another currency', (search, expected) => {
    const query = readQuoteQuery(search, undefined);
    expect(buildInitialInquiry(query, { ...emptyDraft, ...bought }, lists)).toMatchObject(expected);
  });
});
