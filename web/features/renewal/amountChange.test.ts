import { expect, test } from 'vitest';
import { computeAmountChange } from './amountChange.ts';

const old = {
  sendCurrency: 'EUR',
  sendCurrencyAmount: '100.00',
  getCurrency: 'ETH_BASE',
  getCurrencyAmount: '0.03120000',
};

test.each([
  [{ getCurrencyAmount: '0.03034393' }, 'get_less', '0.00085607'],
  [{ getCurrencyAmount: '0.03130000' }, 'get_more', '0.00010000'],
  [{ sendCurrencyAmount: '102.50' }, 'pay_more', '2.50'],
  [{ sendCurrencyAmount: '99.99' }, 'pay_less', '0.01'],
])('a quote with the new amount %o is %s by %s', (changed, kind, difference) => {
  expect(computeAmountChange(old, { ...old, ...changed })).toMatchObject({ kind, difference });
});

test('keeps all decimals without rounding', () => {
  const renewed = { ...old, getCurrencyAmount: '0.031199999999999999' };
  expect(computeAmountChange(old, renewed)).toEqual({
    kind: 'get_less',
    before: '0.031200000000000000',
    now: '0.031199999999999999',
    difference: '0.000000000000000001',
  });
});
