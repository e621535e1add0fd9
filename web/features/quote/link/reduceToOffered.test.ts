import { describe, expect, test } from 'vitest';
import { emptyDraft } from '../../draft/draft.ts';
import { sampleBitcoin, sampleEuro, sampleYen } from '../sampleCurrencies.ts';
import { buildInitialInquiry } from './buildInitialInquiry.ts';
import { readQuoteQuery } from './quoteQuery.ts';
import { reduceToOffered } from './reduceToOffered.ts';

const lists = { pay: [sampleYen, sampleEuro], receive: [sampleBitcoin], normalCurrency: 'EUR' };
const open = { payAmount: false, payCurrency: false, receiveAmount: false, receiveCurrency: false };

/** Returns the effect of a link: the first inquiry, the locked fields and the parts that are not offered. */
function readLink(search: string, offerType = '') {
  const { query, unoffered } = reduceToOffered(readQuoteQuery(`?${search}`, undefined), { ...lists, offerType });
  const { side, amount, sendCurrency, getCurrency } = buildInitialInquiry(query, emptyDraft, lists);
  return {
    asked: `${side} ${amount} ${sendCurrency} ${getCurrency}`,
    locked: Object.keys(query.locked).filter((name) => query.locked[name as keyof typeof open]),
    missing: unoffered.map(({ what, name }) => `${what} ${name}`),
  };
}

describe('a link', () => {
  test.each([
    ['', 'Pay 100 EUR BTC', [], []],
    ['sendCurrency=JPY&sendCurrencyAmount=5000', 'Pay 5000 JPY BTC', ['payAmount', 'payCurrency'], []],
    ['sendCurrency=VND&sendCurrencyAmount=5000', 'Pay 100 EUR BTC', [], ['pay_currency VND']],
    ['defaultSendCurrency=NGN&defaultSendCurrencyAmount=9000', 'Pay 100 EUR BTC', [], ['pay_currency NGN']],
    ['defaultGetCurrency=NOPE&defaultGetCurrencyAmount=5', 'Pay 100 EUR BTC', [], ['crypto NOPE']],
    ['getCurrency=NOPE&getCurrencyAmount=5&sendCurrencyAmount=50', 'Pay 50 EUR BTC', ['payAmount'], ['crypto NOPE']],
    [
      'sendCurrency=VND&sendCurrencyAmount=5000&getCurrency=BTC&getCurrencyAmount=0.1',
      'Get 0.1 EUR BTC',
      ['receiveAmount', 'receiveCurrency'],
      ['pay_currency VND'],
    ],
    [
      'sendCurrency=JPY&sendCurrencyAmount=5000&getCurrency=BTC&getCurrencyAmount=0.1',
      'Get 0.1 JPY BTC',
      ['payCurrency', 'receiveAmount', 'receiveCurrency'],
      [],
    ],
    ['sendCurrency=VND&getCurrency=NOPE', 'Pay 100 EUR BTC', [], ['pay_currency VND', 'crypto NOPE']],
    ['sendCurrencyAmount=abc', 'Pay 100 EUR BTC', [], []],
    [
      'getCurrency=BTC&defaultGetCurrency=NOPE&defaultGetCurrencyAmount=5',
      'Pay 100 EUR BTC',
      ['receiveAmount', 'receiveCurrency'],
      [],
    ],
  ])('with the query "%s" requests %s, locks %j and reports %j as not offered', (search, inquiry, locked, missing) => {
    expect(readLink(search)).toEqual({ asked: inquiry, locked, missing });
  });

  test('reports a provider that has no offering', () => {
    expect(readLink('offerType=nobody').missing).toEqual(['provider nobody']);
    expect(readLink('offerType=somebody', 'somebody').missing).toEqual([]);
  });
});
