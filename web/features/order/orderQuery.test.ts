import { describe, expect, test } from 'vitest';
import { choosePollInterval } from './orderQuery.ts';

describe('an order is polled', () => {
  test('every three seconds without a stream, also before its first response', () => {
    expect([choosePollInterval({ status: 'converting' }, false), choosePollInterval(undefined, false)]).toEqual([
      3000, 3000,
    ]);
  });

  test('every thirty seconds with a stream that may deliver nothing', () => {
    expect([choosePollInterval({ status: 'converting' }, true), choosePollInterval(undefined, true)]).toEqual([
      30_000, 30_000,
    ]);
  });

  test.each([true, false])('no longer after it has ended, stream connected: %s', (connected) => {
    expect(choosePollInterval({ status: 'delivered' }, connected)).toBe(false);
  });
});
