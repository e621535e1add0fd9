import { i18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { orderStatuses } from '@slipway/contract/entities/order.ts';
import { beforeAll, expect, test } from 'vitest';
import english from '../../i18n/en-US.json';
import { findStatusKey, isOver } from '../order/orderStatuses.ts';
import { waitText } from './waitText.ts';

beforeAll(() => {
  i18n.load(
    'en-US',
    Object.fromEntries(Object.entries(english).map(([key, message]) => [key, compileMessage(message)])),
  );
  i18n.activate('en-US');
});

const noon = new Date();
noon.setHours(12, 5, 0, 0);
const deadline = Math.floor(noon.getTime() / 1000);
const block = { transactionId: '0x9f', explorerUrl: '', required: 12, expectedMinutes: 3 };

test('shows the deadline of the buyer’s action once it is known', () => {
  expect(waitText('awaiting_payment', undefined)).toBe('Waiting for your payment');
  expect(waitText('awaiting_payment', { deadline: null, delivery: null })).toBe('Waiting for your payment');
  expect(waitText('awaiting_payment', { deadline, delivery: null })).toBe('Pay by 12:05');
  expect(waitText('underpaid', { deadline, delivery: null })).toBe('The rest must arrive by 12:05');
});

test('does not show a deadline that does not concern the buyer', () => {
  expect(waitText('on_hold', { deadline, delivery: null })).toBe('You do not need to do anything');
});

test('a delivery shows its confirmations, at most the required number', () => {
  expect(waitText('delivering', undefined)).toBe('');
  expect(waitText('delivering', { deadline: null, delivery: { ...block, confirmed: 7 } })).toBe(
    '7 of 12 confirmations',
  );
  expect(waitText('delivering', { deadline: null, delivery: { ...block, confirmed: 15 } })).toBe(
    '12 of 12 confirmations',
  );
});

test('every status in which the buyer must act has a text', () => {
  const acts = orderStatuses.filter((status) => !isOver(status) && status.startsWith('awaiting_'));
  for (const status of acts) {
    for (const payMethod of ['credit_debit_card', 'bank_transfer'] as const) {
      expect(waitText(findStatusKey({ status, exception: 'none', payMethod }), undefined), status).not.toBe('');
    }
  }
});
