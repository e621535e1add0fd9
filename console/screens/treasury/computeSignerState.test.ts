import { expect, test } from 'vitest';
import { computeSignerState } from './computeSignerState.ts';

const heardAt = '2026-11-21T10:00:00.000Z';
const after = (seconds: number) => Date.parse(heardAt) + seconds * 1000;

test('of a page that stays open nobody reads after two minutes that it signs', () => {
  expect(computeSignerState({ state: 'signs', heardAt }, after(120))).toBe('signs');
  expect(computeSignerState({ state: 'signs', heardAt }, after(121))).toBe('silent');
});

test('one that was stopped stays so, and one that never spoke is not known', () => {
  expect(computeSignerState({ state: 'stopped', heardAt }, after(9_999))).toBe('stopped');
  expect(computeSignerState({ state: 'unknown', heardAt: null }, after(0))).toBe('unknown');
});
