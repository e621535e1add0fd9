import type { CallInput } from '@slipway/contract/calls.ts';
import { payMethods } from '@slipway/contract/entities/payMethods.ts';
import { createAmount, formatAmount } from '@slipway/money/amount.ts';
import { multiply, parseDecimal } from '@slipway/money/decimal.ts';
import { describe, expect, test } from 'vitest';
import type { ConfigurationRow } from '../../configuration/configurationKinds.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { AppError } from '../../platform/http/appError.ts';
import { type Catalog, findAcceptedCurrency, listMethodsInCountry, listSoldCryptos } from '../catalog/catalog.ts';
import { computePayLimits, computeReceiveLimits, type Limits } from './amountLimits.ts';
import { computeDefaultReceiveLimits } from './catalogCalls.ts';
import { choosePricing, computeInquiryTerms, requireDeliverable } from './makeQuote.ts';
import { createPlentifulFunds } from './plentifulFunds.testing.ts';
import type { PriceBook } from './priceBook.ts';
import { formatReceive, priceMethods } from './pricedQuote.ts';

/** Countries with their own rules, in addition to the default. */
const RULED: readonly ConfigurationRow[] = [
  { kind: 'country', key: 'FR', value: { maximumEuro: '650' } },
  { kind: 'country', key: 'NL', value: { methods: ['bank_transfer'] } },
  { kind: 'country', key: 'JP', value: { methods: ['credit_debit_card'], maximumEuro: '1234.56' } },
  { kind: 'fee', key: 'bank_transfer/EUR', value: { percent: '0.01', fixed: '0', minimum: '1', minimumPay: '50' } },
  { kind: 'fee', key: 'apple_pay/EUR', value: { percent: '0.039', fixed: '0.30', minimum: '3.99', maximumPay: '900' } },
];
const COUNTRIES = ['DE', 'US', 'FR', 'NL', 'JP', 'KW'] as const;

const { catalog } = seededSettings(RULED);
const now = new Date();

/** Approximate prices; `moved` is a factor. */
function createBook(moved = '1'): PriceBook {
  const factor = parseDecimal(moved);
  const market = (mid: string) => ({ mid: multiply(parseDecimal(mid), factor), trusted: true, observedAt: now });
  const bases = [...catalog.cryptos.values()].map(({ marketBase }) => marketBase);
  const prices: Readonly<Record<string, string>> = { BTC: '60123.45', ETH: '3200', POL: '0.41' };
  return {
    markets: new Map(bases.map((base) => [`${base}/EUR`, market(prices[base] ?? '1.37')])),
    rates: new Map(
      [...catalog.payCurrencies.keys()].map((code) => [
        code,
        { perEuro: parseDecimal(computePerEuro(code)), dailyOnly: false, observedAt: now },
      ]),
    ),
    networkFees: new Map(
      [...catalog.cryptos.values()].map(({ asset, network }) => [
        asset.id,
        { units: network.id === 'bitcoin' ? 2_000n : 300_000_000_000_000n, observedAt: now },
      ]),
    ),
    funds: createPlentifulFunds(catalog, now),
  };
}

/** The seeds' minimum is worth about twenty euros in every currency, which is accurate enough for a rate. */
function computePerEuro(code: string): string {
  const currency = catalog.payCurrencies.get(code);
  if (code === 'EUR' || !currency) return '1';
  return formatAmount(createAmount(currency.asset, currency.minimumUnits / 20n));
}

type Inquiry = Partial<CallInput<'offerInquiry'>> & { readonly sendCurrency: string; readonly getCurrency: string };

/** Returns the error key of the quote's refusal, or undefined. */
function findRefusal(prices: PriceBook, country: string, inquiry: Inquiry): string | undefined {
  const whole = {
    sendCurrencyAmount: '',
    getCurrencyAmount: '',
    partnerId: '0',
    payMethod: '' as const,
    offerType: '',
    ...inquiry,
  };
  try {
    const terms = computeInquiryTerms(catalog, prices, now, whole, country);
    const { purchase } = choosePricing(priceMethods(terms), whole.payMethod);
    requireDeliverable(prices, now, terms, purchase.receive);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.key;
    throw error;
  }
}

/** A coin on a cheap network, whose minimum is that of the currency. */
const CHEAP = 'USDC_BASE';
const cheapBook: PriceBook = {
  ...createBook(),
  networkFees: new Map([...createBook().networkFees].map(([id, fee]) => [id, { ...fee, units: 1n }])),
};

const sold = COUNTRIES.flatMap((country) =>
  [...catalog.payCurrencies.keys()].flatMap((code) => {
    const currency = findAcceptedCurrency(catalog, code, country);
    return currency ? [{ country, code, currency }] : [];
  }),
);

describe('the limits of the amount to pay', () => {
  test('exist in every country', () => {
    expect(new Set(sold.map(({ country }) => country))).toEqual(new Set(COUNTRIES));
    expect(sold.length).toBeGreaterThan(100);
  });

  test.each(sold)(
    'in $country for $code are accepted, and amounts beyond them are refused',
    ({ country, code, currency }) => {
      const { minimum, maximum } = computePayLimits(catalog, cheapBook, currency, country);
      const pay = (units: bigint) =>
        findRefusal(cheapBook, country, {
          sendCurrency: code,
          getCurrency: CHEAP,
          sendCurrencyAmount: formatAmount(createAmount(currency.asset, units)),
        });
      expect(pay(minimum.units)).toBeUndefined();
      expect(pay(maximum.units)).toBeUndefined();
      expect(pay(minimum.units - currency.stepUnits)).toBe('pay_amount_below_minimum');
      expect(pay(maximum.units + currency.stepUnits)).toBe('pay_amount_above_maximum');
    },
  );

  test('of each method are accepted in every currency and country', () => {
    const refused = sold.flatMap(({ country, code, currency }) =>
      listMethodsInCountry(catalog, currency, country).flatMap(({ method }) => {
        const only = restrictToMethod(catalog, method);
        const { minimum, maximum } = computePayLimits(only, cheapBook, currency, country);
        return [minimum, maximum].flatMap(({ asset, units }) => {
          const sendCurrencyAmount = formatAmount(createAmount(asset, units));
          const problem = findRefusal(cheapBook, country, {
            sendCurrency: code,
            getCurrency: CHEAP,
            sendCurrencyAmount,
            payMethod: method,
          });
          return problem === undefined ? [] : [`${country} ${method} ${sendCurrencyAmount} ${code}: ${problem}`];
        });
      }),
    );
    expect(refused).toEqual([]);
  });
});

function restrictToMethod(whole: Catalog, method: (typeof payMethods)[number]): Catalog {
  const { countryRules } = whole;
  return { ...whole, countryRules: (country) => ({ ...countryRules(country), methods: new Set([method]) }) };
}

describe('the limits of the amount to receive', () => {
  const moves = ['1', '0.995', '1.005'];

  test.each(sold)(
    'of every crypto in $country for $code are accepted after a market move',
    ({ country, code, currency }) => {
      const refused = listSoldCryptos(catalog).flatMap((crypto) => {
        const limits = computeReceiveLimits(catalog, createBook(), now, { payCurrency: currency, crypto, country });
        expect(limits.maximum.units).toBeGreaterThan(limits.minimum.units);
        return moves.flatMap((moved) =>
          listRefusedLimits(limits, createBook(moved), { country, code, crypto: crypto.id }),
        );
      });
      expect(refused).toEqual([]);
    },
  );

  function listRefusedLimits(
    limits: Limits,
    prices: PriceBook,
    { country, code, crypto }: { country: string; code: string; crypto: string },
  ) {
    return [limits.minimum, limits.maximum].flatMap((end) => {
      const getCurrencyAmount = formatReceive(end);
      const problem = findRefusal(prices, country, { sendCurrency: code, getCurrency: crypto, getCurrencyAmount });
      return problem === undefined ? [] : [`${getCurrencyAmount} ${crypto}: ${problem}`];
    });
  }

  test('are capped by the treasury’s funds, down to zero below the minimum', () => {
    const btc = listSoldCryptos(catalog).find(({ id }) => id === 'BTC');
    if (!btc) throw new Error('BTC is not sold');
    const holding = (freeUnits: bigint): PriceBook => ({
      ...createBook(),
      funds: new Map([[btc.asset.id, { freeUnits, nativeFreeUnits: freeUnits, observedAt: now }]]),
    });
    expect(computeDefaultReceiveLimits(catalog, holding(1_002_000n), btc, 'DE').maximum.units).toBe(1_000_000n);
    expect(computeDefaultReceiveLimits(catalog, holding(12_000n), btc, 'DE').maximum.units).toBe(0n);
    expect(computeDefaultReceiveLimits(catalog, holding(100_000_000n), btc, 'DE').maximum.units).toBeGreaterThan(
      15_000_000n,
    );
  });

  test('are zero while there is no price', () => {
    const btc = listSoldCryptos(catalog).find(({ id }) => id === 'BTC');
    if (!btc) throw new Error('BTC is not sold');
    expect(computeDefaultReceiveLimits(catalog, { ...createBook(), markets: new Map() }, btc, 'DE').maximum.units).toBe(
      0n,
    );
  });
});
