import { expect, test } from 'vitest';
import { findGoodsAmountField } from './goodsOrder.ts';

const pair = { sendCurrency: 'EUR', sendCurrencyAmount: '', getCurrency: 'USDC', getCurrencyAmount: '' };
const owed = (goodsOrderCurrency: string, goodsOrderAmount = '49.99') => ({ goodsOrderAmount, goodsOrderCurrency });

test.each([
  ['a crypto amount owed fills the receive amount', owed('USDC'), pair, 'getCurrencyAmount'],
  ['a fiat amount owed fills the pay amount', owed('EUR'), pair, 'sendCurrencyAmount'],
  ['an amount owed in another currency fills neither amount', owed('JPY'), pair, null],
  ['an amount in the link takes precedence', owed('EUR'), { ...pair, getCurrencyAmount: '60' }, null],
  ['a missing amount fills neither amount', owed('EUR', ''), pair, null],
  ['a missing currency fills neither amount', owed(''), { ...pair, sendCurrency: '' }, null],
] as const)('%s', (_, goods, named, filled) => {
  expect(findGoodsAmountField(goods, named)).toBe(filled);
});
