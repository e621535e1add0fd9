import { expect, test } from 'vitest';
import { findGoodsAmountField } from './goodsOrder.ts';

const pair = { sendCurrency: 'EUR', sendCurrencyAmount: '', getCurrency: 'USDC', getCurrencyAmount: '' };
const owed = (goodsOrderCurrency: string, goodsOrderAmount = '49.99') => ({ goodsOrderAmount, goodsOrderCurrency });

test.each([
  ['coins owed fill the receive amount', owed('USDC'), pair, 'getCurrencyAmount'],
  ['money owed fills the pay amount', owed('EUR'), pair, 'sendCurrencyAmount'],
  ['another currency fills no amount', owed('JPY'), pair, null],
  ['an amount in the link takes precedence', owed('EUR'), { ...pair, getCurrencyAmount: '60' }, null],
  ['no amount fills nothing', owed('EUR', ''), pair, null],
  ['no currency fills nothing', owed(''), { ...pair, sendCurrency: '' }, null],
] as const)('%s', (_, goods, named, filled) => {
  expect(findGoodsAmountField(goods, named)).toBe(filled);
});
