import { expect, test } from 'vitest';
import { readOrderQuery } from './orderEntryQuery.ts';

const both = 'defaultGetCurrency=BTC&defaultSendCurrencyAmount=100&defaultGetCurrencyAmount=0.01';

test.each([
  [both, 'Get'],
  [`${both}&side=Pay`, 'Pay'],
  [`${both}&side=pay`, 'Pay'],
  [`${both}&side=Get`, 'Get'],
  ['defaultSendCurrencyAmount=100&side=Get', 'Pay'],
  ['defaultGetCurrency=BTC&defaultGetCurrencyAmount=0.01&side=Pay', 'Get'],
  ['defaultGetCurrencyAmount=0.01&side=Get', 'Get'],
  [`${both}&side=up`, 'Get'],
  ['', 'Pay'],
])('the query ?%s has the side %s', (search, side) => {
  expect(readOrderQuery(search).side).toBe(side);
});

test('reads all other parameters as Edit does', () => {
  expect(
    readOrderQuery(
      'defaultSendCurrency=eur&payMethod=bank_transfer&offerType=slipway&address=bc1q&redirectUrl=/x&token=t',
    ),
  ).toMatchObject({
    sendCurrency: 'EUR',
    payMethod: 'bank_transfer',
    offerType: 'slipway',
    address: 'bc1q',
    redirectUrl: '/x',
    token: 't',
  });
});
