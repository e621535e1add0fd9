import { readFileSync } from 'node:fs';
import { calls } from '@slipway/contract/calls.ts';
import { billingAddress } from '@slipway/contract/entities/buyer/buyer.ts';
import { countryEntry, countryList, payCurrency, receiveCurrency } from '@slipway/contract/entities/catalog.ts';
import { orderCreated, orderCreation } from '@slipway/contract/entities/orderCreation.ts';
import { inquiry, methodPrice, quote } from '@slipway/contract/entities/quote.ts';
import { describe, expect, test } from 'vitest';
import { emptyDraft } from '../../web/features/draft/draft.ts';
import english from '../../web/i18n/en-US.json' with { type: 'json' };
import { callNames } from './statements/callNames.ts';

const AMOUNTS = 'sendCurrency sendCurrencyAmount getCurrency getCurrencyAmount';

/** Section 3: the fields that each entity must have on the wire; it may have more. */
const ENTITIES = [
  ['an inquiry', inquiry, `${AMOUNTS} token partnerId payMethod offerType reference refererUrl`],
  [
    'a quote',
    quote,
    `${AMOUNTS} expireTime token payMethod offerType processingFee transNetworkFee feeCurrency methodList offerList methodListImage`,
  ],
  ['a method', methodPrice, `payMethod image2 ${AMOUNTS} processingFee transNetworkFee feeCurrency sendCoin getCoin`],
  ['a pay currency', payCurrency, 'network currency imgUrl minAmount maxAmount imageList'],
  ['a crypto', receiveCurrency, 'network symbol currency imgUrl minAmount maxAmount is_popular'],
  ['a token', calls.getCurrencyInfo.data, 'imgUrl vol24 maxAmount minAmount isHot currency symbol'],
  ['the countries', countryList, 'currCode isBan currCountry list'],
  ['a country', countryEntry, 'currency code country'],
  [
    'a submission',
    orderCreation,
    `${AMOUNTS} token partnerId payMethod offerType reference refererUrl address referer_order saveAddress redirectUrl walletType exchangeName`,
  ],
  ['an order that was made', orderCreated, 'orderNo service nextStepContent serviceLogoUrl'],
  ['the details', calls.addKyc.request, 'firstName lastName birthDate citizenship city purpose phone'],
  ['a billing address', billingAddress, 'country city zip address'],
  ['a saved address', calls.addCryptoAddress.request, 'crypto network address name'],
  ['a point', calls.addPoint.request, 'type order_id user_id place'],
  ['the user', calls.authInfo.data, 'authToken expTime kyc_level'],
] as const;

describe('on the wire', () => {
  test.each(ENTITIES.map(([entity, schema, fields]) => ({ entity, schema, fields: fields.split(' ') })))(
    '$entity has every field',
    ({ schema, fields }) => {
      expect(Object.keys((schema as { shape: object }).shape)).toEqual(expect.arrayContaining(fields));
    },
  );

  test('nested amounts of a method have the specified names', () => {
    expect(Object.keys(methodPrice.shape.sendCoin.shape)).toEqual(['sendAmount']);
    expect(Object.keys(methodPrice.shape.getCoin.shape)).toEqual(['getAmount']);
  });

  test('every call of the catalogue is declared', () => {
    expect(Object.keys(calls)).toEqual(expect.arrayContaining([...callNames]));
    expect(callNames).toHaveLength(46);
  });

  test.each([
    { call: 'getallcountry', takes: {} },
    { call: 'payList', takes: { intercept: 2, offerType: 'slipway' } },
    { call: 'getList', takes: { intercept: 2, offerType: 'slipway' } },
    { call: 'priceList', takes: { token: 'x'.repeat(40) } },
    { call: 'getCurrencyInfo', takes: { currency: 'BTC' } },
    {
      call: 'validateGetAddress',
      takes: { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', getCurrency: 'BTC' },
    },
    { call: 'authInfo', takes: {} },
    { call: 'userStatus', takes: { token: 'x'.repeat(40) } },
    { call: 'checkIdentification', takes: { token: 'x'.repeat(40) } },
    { call: 'cardList', takes: {} },
  ] as const)('$call accepts the specified request', ({ call, takes }) => {
    expect(calls[call].request.safeParse(takes).success).toBe(true);
  });

  test('an inquiry without a partner has partner 0', () => {
    const asked = inquiry.parse({ sendCurrency: 'EUR', sendCurrencyAmount: '100', getCurrency: 'BTC' });
    expect(asked.partnerId).toBe('0');
  });

  test('a quote expires at a time in epoch seconds', () => {
    const { expireTime } = calls.offerInquiry.example.data;
    expect(new Date(expireTime * 1000).getUTCFullYear()).toBeGreaterThan(2024);
    expect(quote.shape.expireTime.safeParse('2026-11-22T00:00:00Z').success).toBe(false);
  });

  test('the pay currencies contain normalCurrency', () => {
    expect(Object.keys(calls.payList.beside?.shape ?? {})).toContain('normalCurrency');
  });

  test('the name of an address has at most 25 characters', () => {
    const named = (name: string) => calls.addCryptoAddress.request.shape.name.safeParse(name).success;
    expect(named('x'.repeat(25))).toBe(true);
    expect(named('x'.repeat(26))).toBe(false);
  });
});

describe('in the browser', () => {
  test('the draft of a purchase has every field', () => {
    const fields =
      'offerType offerImg offerName offerSendAmount offerGetAmount service nextStepContent serviceLogoUrl orderNo address addressFixed isSaveAddress walletType exchange from goodsOrderAmount goodsOrderCurrency side';
    expect(Object.keys(emptyDraft)).toEqual(expect.arrayContaining(fields.split(' ')));
  });

  test('every status of the texts has the specified name', () => {
    const shown: Readonly<Record<string, string>> = english;
    for (const name of [
      'Paid',
      'Converting',
      'Converted',
      'Delivering',
      'Delivered',
      'Expired',
      'Underpaid',
      'Refunded',
    ]) {
      expect(shown[`order.status.${name.toLowerCase()}`]).toBe(name);
    }
    expect(shown['order.status.failed']).toMatch(/failed$/i);
  });

  test('the worker is at /sw.js', () => {
    const sources = readFileSync(new URL('../../web/features/notices/registerWorker.ts', import.meta.url), 'utf8');
    expect(sources).toContain("'/sw.js'");
  });

  test('a copy is confirmed for one and a half seconds', () => {
    const sources = readFileSync(new URL('../../look/useCopying.ts', import.meta.url), 'utf8');
    expect(sources).toContain('TAKEN_SHOWN_MS = 1500');
  });
});
