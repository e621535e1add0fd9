import { parseDecimal } from '@slipway/money/decimal.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { type Catalog, requirePayCurrency } from '../catalog/catalog.ts';
import { computeInquiryTerms, presentQuote } from './makeQuote.ts';
import { createPlentifulFunds } from './plentifulFunds.testing.ts';
import type { PriceBook } from './priceBook.ts';
import { listLimitedMethods } from './pricedQuote.ts';
import { createQuoteTokens, type IssuedQuote } from './quoteToken.ts';

const now = new Date('2026-11-21T12:00:00Z');
const key = new Uint8Array(32).fill(7);

type Market = { readonly mid: string; readonly perEuro: string; readonly feeUnits: bigint; readonly spread: string };

function buildPriceBook({ mid, perEuro, feeUnits }: Market, catalog: Catalog): PriceBook {
  const rate = (text: string) => ({ perEuro: parseDecimal(text), dailyOnly: false, observedAt: now });
  return {
    markets: new Map([['ETH/EUR', { mid: parseDecimal(mid), trusted: true, observedAt: now }]]),
    rates: new Map([
      ['EUR', rate('1')],
      ['USD', rate(perEuro)],
    ]),
    networkFees: new Map(
      [...catalog.cryptos.values()].map(({ asset }) => [asset.id, { units: feeUnits, observedAt: now }]),
    ),
    funds: createPlentifulFunds(catalog, now),
  };
}

/** The seeded catalog with another spread; each call returns a new edition, as after an operator's change. */
function createEdition({ spread }: Pick<Market, 'spread'>): Catalog {
  const value = { symbol: 'ETH', name: 'Ether', network: 'ethereum', decimals: 18, asset: 'slip44:60', spread };
  return seededSettings([{ kind: 'crypto', key: 'ETH', value }]).catalog;
}

function createQuoteAt(
  market: Market,
  catalog: Catalog,
  sendCurrency: string,
): { issued: IssuedQuote; shown: unknown; read: unknown } {
  const inquiry = {
    sendCurrency,
    getCurrency: 'ETH',
    sendCurrencyAmount: '500',
    getCurrencyAmount: '',
    partnerId: '0',
    reference: '',
    refererUrl: '',
    payMethod: '',
    offerType: '',
  } as const;
  const terms = computeInquiryTerms(catalog, buildPriceBook(market, catalog), now, inquiry, 'DE');
  const sender = { partnerId: '0', reference: '', refererUrl: '' };
  const issued = { id: 'quote', terms, expireTime: 1_795_262_460, country: 'DE', ...sender };
  const { price } = terms.conditions;
  const nothing = { units: 0n, asset: terms.conditions.payCurrency.asset };
  const purchase = {
    pay: terms.amount,
    receive: { units: 0n, asset: terms.conditions.crypto.asset },
    processingFee: nothing,
    networkFee: terms.conditions.networkFee,
  };
  const offer = { offerType: 'slipway', method: 'credit_debit_card', purchase, price, identity: 'none' } as const;
  const tokens = createQuoteTokens([key], catalog);
  return {
    issued,
    shown: presentQuote(issued, 'token', offer, { offerTypes: [], methods: [] }),
    read: tokens.read(tokens.issue(issued)),
  };
}

const markets = fc.record({
  mid: fc.constantFrom('3200', '3200.0', '3201', '0.00000001'),
  perEuro: fc.constantFrom('1', '1.08', '1.0800'),
  feeUnits: fc.constantFrom(0n, 1n, 300_000_000_000_000n),
  spread: fc.constantFrom('0', '0.01', '0.011'),
});

test('makes the same quote regardless of earlier quotes', () => {
  const editions = new Map(['0', '0.01', '0.011'].map((spread) => [spread, createEdition({ spread })]));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(markets, fc.constantFrom('EUR', 'USD')), { minLength: 2, maxLength: 12 }),
      (pairs) => {
        for (const [market, currency] of pairs) {
          const shared = editions.get(market.spread);
          if (!shared) throw new Error(`no edition of ${market.spread}`);
          expect(createQuoteAt(market, shared, currency)).toEqual(
            createQuoteAt(market, createEdition(market), currency),
          );
        }
      },
    ),
    { numRuns: 30 },
  );
});

test('shares equal conditions within a catalog edition, and makes new ones after a change', () => {
  const market = { mid: '3200', perEuro: '1', feeUnits: 1n, spread: '0.01' };
  const catalog = createEdition(market);
  const buildConditions = (changed: Partial<Market>, of = catalog) =>
    createQuoteAt({ ...market, ...changed }, of, 'EUR').issued.terms.conditions;
  const first = buildConditions({});
  expect(buildConditions({})).toBe(first);
  expect(buildConditions({}, createEdition(market))).not.toBe(first);
  expect(buildConditions({ mid: '3201' })).not.toBe(first);
});

test('shares the methods of a country with a limit until the limit’s value changes', () => {
  const value = { banned: false, maximumEuro: '150.00' };
  const { catalog } = seededSettings([{ kind: 'country', key: 'FR', value }]);
  const market = { mid: '3200', perEuro: '1.08', feeUnits: 1n, spread: '0.01' };
  const dollars = requirePayCurrency(catalog, 'USD');
  const listMethodsAt = (perEuro: string) =>
    listLimitedMethods(catalog, buildPriceBook({ ...market, perEuro }, catalog), dollars, 'FR');
  const first = listMethodsAt('1.08');
  expect(first.map(({ maximumUnits }) => maximumUnits)).toEqual(first.map(() => 16_200n));
  expect(listMethodsAt('1.08')).toBe(first);
  expect(listMethodsAt('1.10').map(({ maximumUnits }) => maximumUnits)).toEqual(first.map(() => 16_500n));
  expect(listMethodsAt('1.08')).toBe(first);
});
