import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAmount, formatAmount, parseAmount, SurplusDigitsError, toDecimal } from './amount.ts';
import type { Asset } from './asset.ts';
import { add, compare, DecimalFormatError, formatDecimal, multiply, parseDecimal } from './decimal.ts';
import { fiatAsset } from './iso4217.ts';
import {
  addSpread,
  computeProcessingFee,
  computeSpreadCost,
  type PricingTerms,
  priceFromPay,
  priceFromReceive,
} from './pricing.ts';

const EUR = fiatAsset('EUR');
const JPY = fiatAsset('JPY');
const BTC: Asset = { id: 'bip122:000000000019d6689c085ae165831e93/slip44:0', code: 'BTC', decimals: 8 };
const ETH: Asset = { id: 'eip155:1/slip44:60', code: 'ETH', decimals: 18 };
const USDC: Asset = { id: 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', code: 'USDC', decimals: 6 };

const euroTerms: PricingTerms = {
  price: addSpread(parseDecimal('60123.45'), parseDecimal('0.01')),
  fee: { percent: parseDecimal('0.039'), fixed: parseAmount(EUR, '0.30'), minimum: parseAmount(EUR, '3.99') },
  networkFee: parseAmount(EUR, '1.23'),
};
const yenTerms: PricingTerms = {
  price: addSpread(parseDecimal('151.23'), parseDecimal('0.0075')),
  fee: { percent: parseDecimal('0.045'), fixed: parseAmount(JPY, '0'), minimum: parseAmount(JPY, '350') },
  networkFee: parseAmount(JPY, '48'),
};

describe('the golden cases', () => {
  test('add the spread to the price exactly', () => {
    expect(formatDecimal(euroTerms.price)).toBe('60724.6845');
    expect(formatDecimal(yenTerms.price)).toBe('152.364225');
  });

  test.each([
    ['100.00', '4.20', '0.00155735'],
    ['100.01', '4.21', '0.00155735'],
  ])('price a payment of %s EUR', (pay, fee, receive) => {
    const priced = priceFromPay(parseAmount(EUR, pay), BTC, euroTerms);
    expect(priced && formatAmount(priced.receive)).toBe(receive);
    expect(priced && formatAmount(priced.processingFee)).toBe(fee);
  });

  test.each([
    ['0.00155735', '100.00', '4.20'],
    ['0.00155736', '100.02', undefined],
    ['0.00500000', '317.55', '12.69'],
    ['0.00050000', '35.59', '3.99'],
  ])('price a receive amount of %s BTC', (receive, pay, fee) => {
    const priced = priceFromReceive(parseAmount(BTC, receive), EUR, euroTerms);
    expect(formatAmount(priced.pay)).toBe(pay);
    expect(formatAmount(priced.receive)).toBe(receive);
    if (fee) expect(formatAmount(priced.processingFee)).toBe(fee);
  });

  test('price a payment of 10000 JPY', () => {
    const priced = priceFromPay(parseAmount(JPY, '10000'), USDC, yenTerms);
    expect(priced && formatAmount(priced.processingFee)).toBe('450');
    expect(priced && formatAmount(priced.receive)).toBe('62.363720');
  });

  test.each([
    ['50', '8029', '362'],
    ['5', '1160', '350'],
  ])('price a receive amount of %s USDC', (receive, pay, fee) => {
    const priced = priceFromReceive(parseAmount(USDC, receive), JPY, yenTerms);
    expect([formatAmount(priced.pay), formatAmount(priced.processingFee)]).toEqual([pay, fee]);
  });
});

const digits = (most: number) => fc.bigInt({ min: 1n, max: 10n ** BigInt(most) });

const terms = fc
  .record({
    currency: fc.constantFrom('EUR', 'JPY', 'KWD', 'USD'),
    receive: fc.constantFrom(BTC, ETH, USDC),
    price: digits(16),
    percent: fc.bigInt({ min: 0n, max: 300n }),
    fixed: fc.bigInt({ min: 0n, max: 500n }),
    minimum: fc.bigInt({ min: 0n, max: 1000n }),
    network: fc.bigInt({ min: 0n, max: 1000n }),
  })
  .map(({ currency, receive, price, percent, fixed, minimum, network }) => {
    const asset = fiatAsset(currency);
    return {
      asset,
      receive,
      terms: {
        price: { coefficient: price, scale: 8 },
        fee: {
          percent: { coefficient: percent, scale: 3 },
          fixed: createAmount(asset, fixed),
          minimum: createAmount(asset, minimum),
        },
        networkFee: createAmount(asset, network),
      } satisfies PricingTerms,
    };
  });

describe('with any terms', () => {
  test('buying the received amount never costs more than the payment that bought it', () => {
    fc.assert(
      fc.property(terms, digits(9), ({ asset, receive, terms: given }, units) => {
        const forth = priceFromPay(createAmount(asset, units), receive, given);
        if (!forth) return;
        const back = priceFromReceive(forth.receive, asset, given);
        expect(back.pay.units).toBeLessThanOrEqual(units);
      }),
      { numRuns: 2_000 },
    );
  });

  test('the quoted payment buys at least the requested amount, and one minor unit less does not', () => {
    fc.assert(
      fc.property(terms, digits(8), ({ asset, receive, terms: given }, units) => {
        const target = createAmount(receive, units * 10n ** BigInt(receive.decimals - Math.min(8, receive.decimals)));
        const forth = priceFromReceive(target, asset, given);
        const back = priceFromPay(forth.pay, receive, given);
        expect(back?.receive.units ?? 0n).toBeGreaterThanOrEqual(target.units);
        const less = priceFromPay(createAmount(asset, forth.pay.units - 1n), receive, given);
        expect(less?.receive.units ?? 0n).toBeLessThan(target.units);
      }),
      { numRuns: 2_000 },
    );
  });

  test('the fees and the receive amount at its price never exceed the payment', () => {
    fc.assert(
      fc.property(terms, digits(9), ({ asset, receive, terms: given }, units) => {
        const priced = priceFromPay(createAmount(asset, units), receive, given);
        if (!priced) return;
        expect(computeSpreadCost(priced, given.price).units).toBeGreaterThanOrEqual(0n);
      }),
    );
  });
});

test('computes a fee as max(minimum, ceil(percent × gross + fixed)) with exact decimals', () => {
  fc.assert(
    fc.property(terms, digits(9), fc.nat(12), ({ asset, terms: { fee } }, units, scale) => {
      const schedule = { ...fee, percent: { coefficient: fee.percent.coefficient, scale } };
      const gross = createAmount(asset, units);
      const exact = add(multiply(schedule.percent, toDecimal(gross)), toDecimal(schedule.fixed));
      const charged = computeProcessingFee(schedule, gross);
      const atLeast = compare(toDecimal(schedule.minimum), exact) > 0 ? toDecimal(schedule.minimum) : exact;
      expect(compare(toDecimal(charged), atLeast)).toBeGreaterThanOrEqual(0);
      expect(compare(toDecimal(createAmount(asset, charged.units - 1n)), atLeast)).toBeLessThan(0);
    }),
  );
});

describe('amounts as text', () => {
  test('parse and format are inverse', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(EUR, JPY, BTC, ETH, USDC),
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        (asset, units) => {
          expect(parseAmount(asset, formatAmount(createAmount(asset, units))).units).toBe(units);
        },
      ),
    );
  });

  test('rejects surplus digits instead of rounding', () => {
    expect(() => parseAmount(EUR, '1.001')).toThrow(SurplusDigitsError);
    expect(() => parseAmount(JPY, '1.0')).toThrow(SurplusDigitsError);
  });

  test.each(['', '-1', '+1', '1e3', '1.', '.5', '01', 'NaN', '1,5', ' 1', '١', '0'.repeat(41)])(
    'rejects %j',
    (text) => {
      expect(() => parseDecimal(text)).toThrow(DecimalFormatError);
    },
  );
});
