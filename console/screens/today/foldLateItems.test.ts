import { expect, test } from 'vitest';
import { foldLateItems } from './foldLateItems.ts';

const NOW = Date.parse('2026-11-29T12:00:00Z');

function item(id: string, hours: number | null, halted = false) {
  return { id, halted, clock: { until: hours === null ? null : new Date(NOW + hours * 3_600_000).toISOString() } };
}

function fold(...items: ReturnType<typeof item>[]) {
  const { first, folded, rest } = foldLateItems(items, NOW);
  return [first, folded, rest].map((part) => part.map(({ id }) => id).join(' '));
}

test('shows halted items and the three oldest overdue items, and folds the other overdue items', () => {
  expect(
    fold(
      item('halted', -90, true),
      item('a', -72),
      item('b', -48),
      item('c', -24),
      item('d', -3),
      item('e', -1),
      item('due', 2),
      item('open', null),
    ),
  ).toEqual(['halted a b c', 'd e', 'due open']);
});

test('does not fold a single item', () => {
  expect(fold(item('a', -4), item('b', -3), item('c', -2), item('d', -1), item('due', 2))).toEqual([
    'a b c d due',
    '',
    '',
  ]);
});

test('an item is overdue from its deadline on', () => {
  expect(fold(item('a', -3), item('b', -2), item('c', -1), item('d', 0), item('e', 0), item('due', 0.001))).toEqual([
    'a b c',
    'd e',
    'due',
  ]);
});
