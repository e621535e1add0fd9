import { describe, expect, test } from 'vitest';
import { choosePollInterval } from './orderQuery.ts';

describe('an order is asked for', () => {
  test('every three seconds without a stream, before its first answer too', () => {
    expect([choosePollInterval({ status: 'converting' }, false), choosePollInterval(undefined, false)]).toEqual([
      3000, 3000,
    ]);
  });

  test('now and then beside a stream from which nothing may come', () => {
    expect([choosePollInterval({ status: 'converting' }, true), choosePollInterval(undefined, true)]).toEqual([
      30_000, 30_000,
    ]);
  });

  test.each([true, false])('no more once it is over, with a stream or without: %s', (connected) => {
    expect(choosePollInterval({ status: 'delivered' }, connected)).toBe(false);
  });
});
