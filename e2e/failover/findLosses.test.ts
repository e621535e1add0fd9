import { expect, test } from 'vitest';
import { findCaptureFaults } from './findLosses.ts';

const payment = (orderNo: string, captured: number, refunded = 0) => ({ metadata: { orderNo }, captured, refunded });
const paid = ['A', 'B'].map((order_no) => ({ order_no, pay_units: '6000' }));

test.each([
  ['accepts one capture of the price for each order', [payment('A', 6000), payment('B', 6000), payment('C', 0)], []],
  [
    'reports two captures for one order and none for the other',
    [payment('A', 6000), payment('A', 6000)],
    ['order A costs 6000, and captured was: 6000, 6000', 'order B costs 6000, and captured was: nothing'],
  ],
  [
    'reports a capture of another amount',
    [payment('A', 6000), payment('B', 5999)],
    ['order B costs 6000, and captured was: 5999'],
  ],
  [
    'reports a capture for an order that was not paid',
    [payment('A', 6000), payment('B', 6000), payment('C', 6000)],
    ['order C was not paid, and its payment was captured'],
  ],
  ['reports a refund', [payment('A', 6000, 1), payment('B', 6000)], ['1 payments were refunded']],
])('%s', (_what, payments, faults) => {
  expect(findCaptureFaults(payments, paid)).toEqual(faults);
});
