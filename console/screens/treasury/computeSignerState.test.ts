import { expect, test } from 'vitest';
import { computeSignerState } from './computeSignerState.ts';

const receivedAt = '2026-11-21T10:00:00.000Z';
const after = (seconds: number) => Date.parse(receivedAt) + seconds * 1000;

test('shows the signer as silent two minutes after its last report', () => {
  expect(computeSignerState({ state: 'signs', reportedAt: receivedAt }, after(120))).toBe('signs');
  expect(computeSignerState({ state: 'signs', reportedAt: receivedAt }, after(121))).toBe('silent');
});

test('returns stopped for a stopped signer, however old its report, and unknown for one that has never reported', () => {
  expect(computeSignerState({ state: 'stopped', reportedAt: receivedAt }, after(9_999))).toBe('stopped');
  expect(computeSignerState({ state: 'unknown', reportedAt: null }, after(0))).toBe('unknown');
});
