import { describe, expect, test } from 'vitest';
import { orderPolling } from './orderQuery.ts';

describe('an order is asked for', () => {
  test('every three seconds without a stream, before its first answer too', () => {
    expect([orderPolling({ status: 'converting' }, false), orderPolling(undefined, false)]).toEqual([3000, 3000]);
  });

  test('now and then beside a stream from which nothing may come', () => {
    expect([orderPolling({ status: 'converting' }, true), orderPolling(undefined, true)]).toEqual([30_000, 30_000]);
  });

  test.each([true, false])('no more once it is over, with a stream or without: %s', (connected) => {
    expect(orderPolling({ status: 'delivered' }, connected)).toBe(false);
  });
});
