import { formatDecimal, parseDecimal } from '@slipway/money/decimal.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  computeNetBoughtBase,
  computeNextPartTime,
  computeSaleLimitPrice,
  isConversionOverdue,
} from './conversionRules.ts';

const START = new Date('2026-11-22T12:00:00Z');
const at = (seconds: number) => new Date(START.getTime() + seconds * 1000);
const rules = { conversionPatienceMs: 30 * 60_000 };

/** Returns this many parts, each requested as soon as it was due and answered within a second. */
function createParts(count: number) {
  const parts = [{ createdAt: START, updatedAt: START }];
  while (parts.length < count) {
    const newest = parts.at(-1)?.updatedAt ?? START;
    const due = computeNextPartTime({ parts, rules }, newest);
    parts.push({ createdAt: due, updatedAt: due });
  }
  return parts;
}

describe('the pauses between parts', () => {
  test('double up to a minute, so that twenty parts span a quarter of an hour', () => {
    const times = createParts(20).map(({ createdAt }) => (createdAt.getTime() - START.getTime()) / 1000);
    expect(times.slice(0, 8)).toEqual([0, 2, 6, 14, 30, 62, 122, 182]);
    expect(times.at(-1)).toBeGreaterThan(14 * 60);
  });

  test('never shrink below two seconds, and are ten minutes after the time limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (count) => {
        const parts = createParts(count);
        const newest = parts.at(-1)?.updatedAt ?? START;
        const soon = computeNextPartTime({ parts, rules }, newest).getTime() - newest.getTime();
        const late = computeNextPartTime({ parts, rules }, at(31 * 60)).getTime() - newest.getTime();
        expect(soon).toBeGreaterThanOrEqual(2_000);
        expect(late).toBe(600_000);
      }),
    );
  });

  test('are zero before the first part, from which the time limit counts', () => {
    expect(computeNextPartTime({ parts: [], rules }, START)).toEqual(START);
    expect(isConversionOverdue({ parts: [], rules }, at(1e9))).toBe(false);
    expect(isConversionOverdue({ parts: createParts(1), rules }, at(1_799))).toBe(false);
    expect(isConversionOverdue({ parts: createParts(1), rules }, at(1_800))).toBe(true);
  });
});

test('subtracts purchase fees that were paid in the bought coin', () => {
  const parts = [
    { base: 'BTC', filledBase: '0.5', fees: [{ currency: 'BTC', amount: '0.002' }] },
    { base: 'BTC', filledBase: '0.25', fees: [{ currency: 'KFEE', amount: '12' }] },
  ];
  expect(formatDecimal(computeNetBoughtBase(parts))).toBe('0.748');
  expect(formatDecimal(computeNetBoughtBase([]))).toBe('0');
});

test('sets a sale’s limit price at the margin below the market', () => {
  expect(formatDecimal(computeSaleLimitPrice(parseDecimal('60000'), { conversionMargin: parseDecimal('0.03') }))).toBe(
    '58200.00',
  );
});
