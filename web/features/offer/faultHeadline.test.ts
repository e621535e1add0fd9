import { expect, test } from 'vitest';
import { CallError } from '../../api/callError.ts';
import { outside } from './faultHeadline.ts';

const limits = { minimum: '20.00', maximum: '10000.00', symbol: 'EUR' };

test.each([
  ['pay_amount_below_minimum', { amount: '20.00', symbol: 'EUR' }, 'too_little'],
  ['pay_amount_above_maximum', { amount: '10000.00', symbol: 'EUR' }, 'too_much'],
  ['pay_limits_exceeded', { cost: '19.99', ...limits }, 'too_little'],
  ['pay_limits_exceeded', { cost: '10000.01', ...limits }, 'too_much'],
  ['price_unavailable', {}, null],
] as const)('%s: the amount is %s', (key, facts, side) => {
  const error = new CallError({ respCode: '501', respMessage: '', status: 200, detail: { error: key, facts } });
  expect(outside(error)).toBe(side);
});

test('what is no answer of the server says nothing of the amount', () => {
  expect(outside(new Error('line'))).toBeNull();
});
