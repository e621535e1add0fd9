import { expect, test } from 'vitest';
import { findGoodsAmountField } from './goodsOrder.ts';

const pair = { sendCurrency: 'EUR', sendCurrencyAmount: '', getCurrency: 'USDC', getCurrencyAmount: '' };
const owed = (goodsOrderCurrency: string, goodsOrderAmount = '49.99') => ({ goodsOrderAmount, goodsOrderCurrency });

test.each([
  ['coins that the shop is owed are what is got', owed('USDC'), pair, 'getCurrencyAmount'],
  ['money is what is paid', owed('EUR'), pair, 'sendCurrencyAmount'],
  ['another currency is told alone', owed('JPY'), pair, null],
  ['an amount of the link’s own comes first', owed('EUR'), { ...pair, getCurrencyAmount: '60' }, null],
  ['no amount fills nothing', owed('EUR', ''), pair, null],
  ['no currency fills nothing', owed(''), { ...pair, sendCurrency: '' }, null],
] as const)('%s', (_, goods, named, filled) => {
  expect(findGoodsAmountField(goods, named)).toBe(filled);
});
