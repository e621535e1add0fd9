import { createAmount } from '@slipway/money/amount.ts';
import { formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { describe, expect, test } from 'vitest';
import { computeDriftedUnits, computeExecutablePrice } from './drift.ts';

const level = (price: string, amount: string) => ({ price: parseDecimal(price), amount: parseDecimal(amount) });
const none = parseDecimal('0');

describe('the executable price', () => {
  test('averages the order book over the amount, and adds the taker fee', () => {
    const asks = [level('100', '1'), level('110', '1')];
    expect(computeExecutablePrice(asks, parseDecimal('1'), none)).toMatchObject({ coefficient: 100n * 10n ** 12n });
    const both = computeExecutablePrice(asks, parseDecimal('2'), parseDecimal('0.01'));
    expect(both && formatDecimal(both).replace(/0+$/, '')).toBe('106.05');
  });

  test('is undefined when the order book is too thin', () => {
    expect(computeExecutablePrice([level('100', '1')], parseDecimal('1.1'), none)).toBeUndefined();
  });
});

describe('drift', () => {
  const question = {
    pay: createAmount(fiatAsset('EUR'), 10_000n),
    receive: createAmount(
      { id: 'bip122:000000000019d6689c085ae165831e93/slip44:0', code: 'BTC', decimals: 8 },
      155_735n,
    ),
    processingFee: createAmount(fiatAsset('EUR'), 420n),
    networkFee: createAmount(fiatAsset('EUR'), 123n),
    quotedMid: parseDecimal('60123.45'),
    spread: parseDecimal('0.01'),
    limit: parseDecimal('0.02'),
  };

  test('is ignored up to the limit', () => {
    expect(computeDriftedUnits({ ...question, executable: parseDecimal('61325.919') })).toBeUndefined();
  });

  test('beyond the limit returns the amount that the same money buys now', () => {
    // 94.57 ÷ (61927.1535 × 1.01) = 0.00151199…
    expect(computeDriftedUnits({ ...question, executable: parseDecimal('61927.1535') })).toBe(151_199n);
  });
});
