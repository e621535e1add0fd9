import { describe, expect, test } from 'vitest';
import { divideRounded, fromFixedPoint, hasAtMostDecimals, multiplyRounded, toFixedPoint } from './fixedPoint.ts';

const multiplied = (a: string, b: string, decimals: number) =>
  fromFixedPoint(multiplyRounded(toFixedPoint(a), toFixedPoint(b), decimals), decimals);

describe('fixed point', () => {
  test('reads and writes the same digits', () => {
    for (const text of ['0', '0.1', '60123.4', '-0.00000156', '123456789.0123456789']) {
      expect(fromFixedPoint(toFixedPoint(text), text.split('.')[1]?.length ?? 0)).toBe(text);
    }
  });

  test('rounds half up, and throws where it would lose digits', () => {
    expect(multiplied('60179.9', '0.00155891', 5)).toBe('93.81505');
    expect(multiplied('0.00155891', '0.001', 8)).toBe('0.00000156');
    expect(multiplied('0.5', '0.01', 2)).toBe('0.01');
    expect(multiplied('0.4999', '0.01', 2)).toBe('0.00');
    expect(fromFixedPoint(divideRounded(toFixedPoint('2'), toFixedPoint('3'), 4), 4)).toBe('0.6667');
    expect(() => fromFixedPoint(toFixedPoint('0.123'), 2)).toThrow(RangeError);
    expect(() => toFixedPoint('1e5')).toThrow(RangeError);
    expect(hasAtMostDecimals(toFixedPoint('0.12'), 2)).toBe(true);
    expect(hasAtMostDecimals(toFixedPoint('0.123'), 2)).toBe(false);
  });
});
