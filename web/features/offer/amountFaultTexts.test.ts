import { expect, test } from 'vitest';
import { CallError } from '../../api/callError.ts';
import { findAmountFaultKey } from './amountFaultTexts.ts';

const limits = { minimum: '20.00', maximum: '10000.00', symbol: 'EUR' };

test.each([
  ['pay_amount_below_minimum', { amount: '20.00', symbol: 'EUR' }, 'selectOffer.too_little'],
  ['pay_amount_above_maximum', { amount: '10000.00', symbol: 'EUR' }, 'selectOffer.too_much'],
  ['pay_limits_exceeded', { cost: '19.99', ...limits }, 'selectOffer.too_little'],
  ['pay_limits_exceeded', { cost: '10000.01', ...limits }, 'selectOffer.too_much'],
  ['price_unavailable', {}, null],
] as const)('the error %s with %o has the text key %s', (key, facts, headline) => {
  const error = new CallError({ respCode: '501', respMessage: '', status: 200, detail: { error: key, facts } });
  expect(findAmountFaultKey(error)).toBe(headline);
});

test('returns no text for an error without a server response', () => {
  expect(findAmountFaultKey(new Error('line'))).toBeNull();
});
