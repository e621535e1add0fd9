import { parseDecimal } from '@slipway/money/decimal.ts';
import { describe, expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { AppError } from '../../platform/http/appError.ts';
import { requireCrypto } from '../catalog/catalog.ts';
import {
  choosePricing,
  computeInquiryTerms,
  formatPercentAbove,
  formatPrice,
  listPayableMethods,
  presentQuote,
} from './makeQuote.ts';
import { createPlentifulFunds } from './plentifulFunds.testing.ts';
import { isDeliverable, type PriceBook, type TreasuryFunds } from './priceBook.ts';
import { priceMethods } from './pricedQuote.ts';
import { createQuoteTokens, type IssuedQuote } from './quoteToken.ts';

const catalog = seededSettings().catalog;
const now = new Date('2026-11-21T12:00:00Z');

function createBook(age = { marketMs: 0, rateMs: 0 }): PriceBook {
  const market = (mid: string) => ({
    mid: parseDecimal(mid),
    trusted: true,
    observedAt: new Date(now.getTime() - age.marketMs),
  });
  const rate = (perEuro: string) => ({
    perEuro: parseDecimal(perEuro),
    dailyOnly: false,
    observedAt: new Date(now.getTime() - age.rateMs),
  });
  const btc = [...catalog.cryptos.values()].find(({ id }) => id === 'BTC');
  return {
    markets: new Map([
      ['BTC/EUR', market('60123.45')],
      ['ETH/EUR', market('3200')],
      ['ETH/USD', market('3456')],
      ['USDC/USD', market('1.0001')],
    ]),
    rates: new Map([
      ['EUR', rate('1')],
      ['USD', rate('1.08')],
      ['JPY', rate('163.4')],
    ]),
    networkFees: new Map(
      [...catalog.cryptos.values()].map(({ asset }) => [
        asset.id,
        { units: asset === btc?.asset ? 2_000n : 300_000_000_000_000n, observedAt: now },
      ]),
    ),
    funds: createPlentifulFunds(catalog, now),
  };
}

const inquiry = {
  getCurrencyAmount: '',
  sendCurrencyAmount: '',
  partnerId: '0',
  reference: '',
  refererUrl: '',
  payMethod: '' as const,
  offerType: '',
};

function createQuote(
  fields: { sendCurrency: string; getCurrency: string; sendCurrencyAmount?: string; getCurrencyAmount?: string },
  prices = createBook(),
) {
  const terms = computeInquiryTerms(catalog, prices, now, { ...inquiry, ...fields }, 'DE');
  const issued: IssuedQuote = {
    id: 'quote',
    terms,
    expireTime: 1_795_262_460,
    country: 'DE',
    partnerId: '0',
    reference: '',
    refererUrl: '',
  };
  return presentOwnQuote(issued, 'token');
}

/** The quote as our own provider sells it. */
function presentOwnQuote(issued: IssuedQuote, token: string) {
  const pricings = priceMethods(issued.terms);
  const { purchase, method } = choosePricing(pricings, '');
  const own = {
    offerType: 'slipway',
    method,
    purchase,
    price: issued.terms.conditions.price,
    identity: 'none',
  } as const;
  return presentQuote(issued, token, own, { offerTypes: ['slipway'], methods: listPayableMethods(pricings) });
}

function catchRefusal(act: () => unknown): { key: string; message: string } {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return { key: error.key, message: error.message };
    throw error;
  }
  throw new Error('the quote was not refused');
}

describe('a quote', () => {
  test('has amounts and fees that add up when the amount to pay is given', () => {
    const quote = createQuote({ sendCurrency: 'EUR', getCurrency: 'BTC', sendCurrencyAmount: '100' });
    // 2,000 sat of network fee at 60,123.45 are 1.2024690, rounded up.
    expect(quote).toMatchObject({
      sendCurrencyAmount: '100.00',
      processingFee: '4.20',
      transNetworkFee: '1.21',
      getCurrencyAmount: '0.00155768',
      price: '60724.6845',
      side: 'Pay',
      priceAgainstMarket: '+1.00',
    });
  });

  test('has the same price when the amount to receive is given', () => {
    const quote = createQuote({ sendCurrency: 'EUR', getCurrency: 'BTC', getCurrencyAmount: '0.00155768' });
    expect(quote).toMatchObject({ getCurrencyAmount: '0.00155768', sendCurrencyAmount: '100.00', side: 'Get' });
  });

  test('converts a currency without decimals by its rate', () => {
    const quote = createQuote({ sendCurrency: 'JPY', getCurrency: 'USDC', sendCurrencyAmount: '10000' });
    expect(quote.sendCurrencyAmount).toBe('10000');
    expect(quote.processingFee).toMatch(/^\d+$/);
    expect(quote.getCurrencyAmount).toMatch(/^\d+\.\d{6}$/);
  });
});

describe('isDeliverable', () => {
  const crypto = (id: string) => ({ ...requireCrypto(catalog, id), treasuryFloorUnits: 1_000n });
  const observedAt = now;
  const isAmountDeliverable = (id: string, units: bigint, funds: Partial<TreasuryFunds>) => {
    const treasuryFunds = { freeUnits: 10n ** 20n, nativeFreeUnits: 10n ** 20n, observedAt, ...funds };
    const prices = { ...createBook(), funds: new Map([[crypto(id).asset.id, treasuryFunds]]) };
    return isDeliverable(prices, crypto(id), units, now);
  };
  const FEE = 300_000_000_000_000n;

  test('allows amounts up to the last unit, with the network fee', () => {
    expect(isAmountDeliverable('ETH', 5n, { freeUnits: 5n + FEE })).toBe(true);
    expect(isAmountDeliverable('ETH', 5n, { freeUnits: 4n + FEE })).toBe(false);
    expect(isAmountDeliverable('USDC', 5_000n, { freeUnits: 5_000n, nativeFreeUnits: FEE })).toBe(true);
    expect(isAmountDeliverable('USDC', 5_000n, { freeUnits: 4_999n })).toBe(false);
    expect(isAmountDeliverable('USDC', 5_000n, { nativeFreeUnits: FEE - 1n })).toBe(false);
  });

  test('rejects funds below the floor, and funds that were not read for minutes', () => {
    expect(isAmountDeliverable('USDC', 1n, { freeUnits: 1_000n })).toBe(true);
    expect(isAmountDeliverable('USDC', 1n, { freeUnits: 999n })).toBe(false);
    const at = (minutes: number) => ({ observedAt: new Date(now.getTime() - minutes * 60_000) });
    expect(isAmountDeliverable('ETH', 1n, at(5))).toBe(true);
    expect(isAmountDeliverable('ETH', 1n, at(6))).toBe(false);
  });
});

describe('quote refusals', () => {
  test.each([
    [{ sendCurrency: 'EUR', getCurrency: 'BTC' }, 'pay_amount_missing', 'Please enter the amount'],
    [
      { sendCurrency: 'EUR', getCurrency: 'BTC', sendCurrencyAmount: '0' },
      'pay_amount_missing',
      'Please enter the amount',
    ],
    [
      { sendCurrency: 'EUR', getCurrency: 'BTC', sendCurrencyAmount: '19.99' },
      'pay_amount_below_minimum',
      'Min. amount is 20.00 EUR',
    ],
    [
      { sendCurrency: 'EUR', getCurrency: 'BTC', sendCurrencyAmount: '10000.01' },
      'pay_amount_above_maximum',
      'Max. amount is 10000.00 EUR',
    ],
    [
      { sendCurrency: 'EUR', getCurrency: 'BTC', sendCurrencyAmount: '50.001' },
      'pay_amount_malformed',
      'EUR amounts have at most 2 decimals',
    ],
    [
      { sendCurrency: '', getCurrency: 'BTC', sendCurrencyAmount: '50' },
      'pay_currency_unsupported',
      'Please select the pay token',
    ],
    [
      { sendCurrency: 'EUR', getCurrency: '', sendCurrencyAmount: '50' },
      'receive_currency_unsupported',
      'Please select the receive token',
    ],
  ])('have the exact text: %j', (fields, key, message) => {
    expect(catchRefusal(() => createQuote(fields))).toEqual({ key, message });
  });

  test.each([
    ['a stale price', createBook({ marketMs: 10_001, rateMs: 0 }), 'EUR', 'BTC'],
    ['a stale rate', createBook({ marketMs: 0, rateMs: 600_001 }), 'JPY', 'USDC'],
    ['no market', { ...createBook(), markets: new Map() }, 'EUR', 'BTC'],
  ])('refuse a quote for %s', (_name, prices, sendCurrency, getCurrency) => {
    const refusal = catchRefusal(() => createQuote({ sendCurrency, getCurrency, sendCurrencyAmount: '5000' }, prices));
    expect(refusal.key).toBe('price_unavailable');
  });
});

describe('the token', () => {
  const key = new Uint8Array(32).fill(7);
  const tokens = createQuoteTokens([key], catalog);

  async function issue() {
    const terms = computeInquiryTerms(
      catalog,
      createBook(),
      now,
      {
        ...inquiry,
        sendCurrency: 'EUR',
        getCurrency: 'BTC',
        sendCurrencyAmount: '100',
      },
      'DE',
    );
    const issued: IssuedQuote = {
      id: 'quote',
      terms,
      expireTime: 1_795_262_460,
      country: 'DE',
      partnerId: 'p',
      reference: '',
      refererUrl: '',
    };
    return { issued, token: tokens.issue(issued) };
  }

  test('contains the whole quote', async () => {
    const { issued, token } = await issue();
    const read = tokens.read(token);
    expect(read && presentOwnQuote(read, token)).toEqual(presentOwnQuote(issued, token));
  });

  test('is refused when one character is changed anywhere', async () => {
    const { token } = await issue();
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === 'A' ? 'B' : 'A';
      const changed = token.slice(0, index) + other + token.slice(index + 1);
      expect(tokens.read(changed), `at ${index}`).toBeUndefined();
    }
  });

  test('is refused with another key, and accepted with a former one', async () => {
    const { token } = await issue();
    const other = createQuoteTokens([new Uint8Array(32).fill(8)], catalog);
    expect(other.read(token)).toBeUndefined();
    const rotated = createQuoteTokens([new Uint8Array(32).fill(8), key], catalog);
    expect(rotated.read(token)).toBeDefined();
  });
});

test('formats prices without trailing zeros, and a price below the market with a minus sign', () => {
  expect(formatPrice(parseDecimal('60724.684500'))).toBe('60724.6845');
  expect(formatPrice(parseDecimal('100.00'))).toBe('100');
  expect(formatPrice(parseDecimal('100'))).toBe('100');
  expect(formatPercentAbove(parseDecimal('99'), parseDecimal('100'))).toBe('-1.00');
});
