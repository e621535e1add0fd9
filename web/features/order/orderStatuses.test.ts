import { orderStatuses } from '@slipway/contract/entities/order.ts';
import { describe, expect, test } from 'vitest';
import english from '../../i18n/en-US.json';
import chinese from '../../i18n/zh-CN.json';
import { findSentenceKey, findStatusKey, isPaidFor } from './orderStatuses.ts';

const none = { exception: 'none', heldFrom: null, payMethod: 'credit_debit_card' } as const;

describe('the texts of a status', () => {
  test.each(orderStatuses)('%s has a name and a sentence in every language', (status) => {
    for (const payMethod of ['credit_debit_card', 'bank_transfer'] as const) {
      const statusKey = findStatusKey({ ...none, status, payMethod });
      for (const texts of [english, chinese] as Record<string, string>[]) {
        expect(texts[`order.status.${statusKey}`], statusKey).toBeTruthy();
        const sentence = findSentenceKey({ ...none, status, payMethod });
        expect(texts[`order.sentence.${sentence}`], sentence).toBeTruthy();
      }
    }
  });

  test('an underpaid order, a failed delivery and a hold after the payment have their own names', () => {
    expect(findStatusKey({ ...none, status: 'awaiting_payment', exception: 'underpaid' })).toBe('underpaid');
    expect(findStatusKey({ ...none, status: 'on_hold', heldFrom: 'delivering' })).toBe('delivery_failed');
    // Nothing was sent yet: the hold concerns the buyer, not the delivery.
    expect(findStatusKey({ ...none, status: 'on_hold', heldFrom: 'converted' })).toBe('on_hold_paid');
    expect(findStatusKey({ ...none, status: 'on_hold', heldFrom: 'paid' })).toBe('on_hold_paid');
    expect(findStatusKey({ ...none, status: 'on_hold', heldFrom: 'authorizing' })).toBe('on_hold');
  });
});

test('a bank transfer that is cancelled, refunded or on hold has its own sentence', () => {
  const byBank = { ...none, payMethod: 'bank_transfer' } as const;
  expect(findSentenceKey({ ...byBank, status: 'cancelled' })).toBe('cancelled_bank');
  expect(findSentenceKey({ ...byBank, status: 'refunding', exception: 'paid_late' })).toBe('refunding_late');
  expect(findSentenceKey({ ...byBank, status: 'on_hold', heldFrom: 'awaiting_payment', estimate: false })).toBe(
    'on_hold_paid',
  );
  expect(findSentenceKey({ ...none, status: 'cancelled' })).toBe('cancelled');
});

test('a cancelled order mentions a hold only if there was one', () => {
  const at = '2026-11-21T10:40:00.000Z';
  const timeline = (['awaiting_payment', 'awaiting_identity', 'cancelled'] as const).map((status, sequence) => ({
    sequence,
    status,
    at,
  }));
  expect(findSentenceKey({ ...none, status: 'cancelled', timeline })).toBe('cancelled_held');
  expect(findSentenceKey({ ...none, status: 'cancelled', timeline: timeline.slice(0, 1) })).toBe('cancelled');
  expect(findSentenceKey({ ...none, payMethod: 'bank_transfer', status: 'cancelled', timeline })).toBe(
    'cancelled_bank',
  );
});

test('an order on hold is paid for if the hold began after the payment', () => {
  expect(isPaidFor({ status: 'on_hold', heldFrom: 'authorizing' })).toBe(false);
  expect(isPaidFor({ status: 'on_hold', heldFrom: 'converted' })).toBe(true);
  expect(isPaidFor({ status: 'capturing', heldFrom: null })).toBe(false);
  expect(isPaidFor({ status: 'refunding', heldFrom: null })).toBe(true);
});
