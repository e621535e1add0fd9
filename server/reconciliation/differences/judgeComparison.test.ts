import { describe, expect, test } from 'vitest';
import type { DifferingRow } from '../compareSides.ts';
import { isStillAccepted, judgeComparison } from './judgeComparison.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS);

function buildRow(id: string, here: bigint, there: bigint, graceMs?: number): DifferingRow {
  return { id, fault: 'other_amount', here, there, graceMs };
}

function buildTerms(firstSeen: Readonly<Record<string, Date>> = {}) {
  return { firstSeen: new Map(Object.entries(firstSeen)), now: NOW, graceMs: 30 * MINUTE_MS };
}

describe('a comparison', () => {
  test('agrees without a difference', () => {
    expect(judgeComparison({ rows: [], rest: 0n }, buildTerms())).toEqual({ kind: 'agrees' });
  });

  test('is pending until the grace period of the first row ends', () => {
    const judged = judgeComparison(
      { rows: [buildRow('a', 1n, 0n), buildRow('b', 0n, 2n)], rest: 0n },
      buildTerms({ a: ago(20) }),
    );
    expect(judged).toMatchObject({ kind: 'pending', until: ago(-10) });
  });

  test('differs by an overdue row, and only by that row', () => {
    const rows = [buildRow('late', 5n, 2n), buildRow('new', 0n, 100n)];
    expect(judgeComparison({ rows, rest: 0n }, buildTerms({ late: ago(30) }))).toMatchObject({
      kind: 'differs',
      units: -3n,
      rest: 0n,
      overdue: [{ id: 'late' }],
      pending: [{ id: 'new' }],
    });
  });

  test('gives a slow row its own grace period', () => {
    const rows = [buildRow('slow', 5n, 2n, 60 * MINUTE_MS)];
    expect(judgeComparison({ rows, rest: 0n }, buildTerms({ slow: ago(59) }))).toMatchObject({ kind: 'pending' });
    expect(judgeComparison({ rows, rest: 0n }, buildTerms({ slow: ago(60) }))).toMatchObject({ kind: 'differs' });
  });

  test('differs at once if no row explains a remainder', () => {
    expect(judgeComparison({ rows: [buildRow('new', 0n, 1n)], rest: -7n }, buildTerms())).toMatchObject({
      kind: 'differs',
      units: -7n,
      rest: -7n,
      overdue: [],
    });
  });
});

describe('an accepted difference', () => {
  const accepted = { units: 3n, rows: [buildRow('a', 0n, 1n), buildRow('b', 0n, 2n)] };
  const seen = (row: DifferingRow) => ({ ...row, firstSeen: NOW });

  test('stays accepted while its amount and rows are the same, also when its rows are too old to be listed', () => {
    expect(isStillAccepted(accepted, { units: 3n, overdue: accepted.rows.map(seen) })).toBe(true);
    expect(isStillAccepted(accepted, { units: 3n, overdue: [] })).toBe(true);
  });

  test('is open again with another amount, or the same amount in other rows', () => {
    expect(isStillAccepted(accepted, { units: 4n, overdue: accepted.rows.map(seen) })).toBe(false);
    const others = [...accepted.rows, buildRow('c', 0n, 9n), buildRow('d', 9n, 0n)];
    expect(isStillAccepted(accepted, { units: 3n, overdue: others.map(seen) })).toBe(false);
    expect(isStillAccepted(accepted, { units: 3n, overdue: [seen(buildRow('a', 0n, 3n))] })).toBe(false);
  });
});
