import type { OrderDetail, OrderStatus } from '@slipway/contract/entities/order.ts';
import { describe, expect, test } from 'vitest';
import { buildOrderSteps } from './buildOrderSteps.ts';

function buildOrder(statuses: readonly OrderStatus[], more: Partial<OrderDetail> = {}) {
  const timeline = statuses.map((status, sequence) => ({
    sequence,
    status,
    at: `2026-11-21T10:40:${String(sequence).padStart(2, '0')}.000Z`,
  }));
  const status = statuses.at(-1) ?? 'awaiting_payment';
  return { status, timeline, heldFrom: null, payMethod: 'credit_debit_card' as const, ...more };
}

function listSteps(statuses: readonly OrderStatus[], more: Partial<OrderDetail> = {}): string[] {
  return buildOrderSteps(buildOrder(statuses, more)).map(({ id, state }) => `${id}:${state}`);
}

const STRAIGHT = [
  'awaiting_payment',
  'authorizing',
  'capturing',
  'paid',
  'converting',
  'converted',
  'delivering',
  'delivered',
] as const;

describe('buildOrderSteps', () => {
  test('a new order waits for its payment', () => {
    expect(listSteps(['awaiting_payment'])).toEqual([
      'ordered:done',
      'payment:now',
      'conversion:later',
      'delivery:later',
      'delivered:later',
    ]);
  });

  test('every state of a normal order has one current step, except the last', () => {
    for (let reached = 1; reached < STRAIGHT.length; reached += 1) {
      const now = buildOrderSteps(buildOrder(STRAIGHT.slice(0, reached))).filter(({ state }) => state === 'now');
      expect(now, STRAIGHT[reached - 1]).toHaveLength(1);
    }
    expect(buildOrderSteps(buildOrder(STRAIGHT)).every(({ state }) => state === 'done')).toBe(true);
  });

  test('a document is requested after the hold and checked before the payment', () => {
    expect(listSteps(['awaiting_payment', 'authorizing', 'awaiting_identity'])).toEqual([
      'ordered:done',
      'card_held:done',
      'identity:now',
      'payment:later',
      'conversion:later',
      'delivery:later',
      'delivered:later',
    ]);
  });

  test('a verified identity shows when it was verified', () => {
    const steps = buildOrderSteps(
      buildOrder(['awaiting_payment', 'authorizing', 'awaiting_identity', 'capturing', 'paid']),
    );
    expect(steps.find(({ id }) => id === 'identity')).toEqual({
      id: 'identity',
      state: 'done',
      at: '2026-11-21T10:40:03.000Z',
    });
    expect(steps.find(({ id }) => id === 'payment')?.at).toBe('2026-11-21T10:40:04.000Z');
  });

  test('a transfer’s payment comes before the document, and no card is held', () => {
    const steps = listSteps(['awaiting_payment', 'awaiting_identity'], { payMethod: 'bank_transfer' });
    expect(steps.slice(0, 3)).toEqual(['ordered:done', 'payment:done', 'identity:now']);
  });

  test('a refused identity releases the hold and shows no further steps', () => {
    expect(listSteps(['awaiting_payment', 'authorizing', 'awaiting_identity', 'voiding', 'cancelled'])).toEqual([
      'ordered:done',
      'card_held:done',
      'release:done',
      'cancelled:failed',
    ]);
  });

  test('an order without a hold shows no release', () => {
    const released = ['ordered:done', 'cancelled:failed'];
    expect(listSteps(['awaiting_payment', 'cancelled'])).toEqual(released);
    expect(listSteps(['awaiting_payment', 'authorizing', 'awaiting_payment', 'voiding', 'cancelled'])).toEqual(
      released,
    );
  });

  test('a failed delivery is marked as failed during its review', () => {
    const steps = listSteps([...STRAIGHT.slice(0, 7), 'on_hold'], { heldFrom: 'delivering' });
    expect(steps).toEqual(['ordered:done', 'payment:done', 'conversion:done', 'delivery:failed', 'review:now']);
  });

  test('an order that is refunded shows the failed transaction and the refund', () => {
    expect(listSteps(['awaiting_payment', 'authorizing', 'capturing', 'paid', 'converting', 'refunding'])).toEqual([
      'ordered:done',
      'payment:done',
      'transaction_failed:failed',
      'refund:now',
    ]);
  });

  test('the delivery is the current step again after its transaction was reorganized', () => {
    expect(listSteps([...STRAIGHT, 'delivering']).slice(-2)).toEqual(['delivery:now', 'delivered:later']);
  });
});
